//! The routes of several services of one process, which each of their listeners serves.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

use axum::{Router, extract::Request, response::Response};
use http::{HeaderValue, StatusCode, header};
use tonic::Status;
use tower::ServiceExt as _;

/// The routes of several services of one process. Cheap to clone; all clones hold the same.
///
/// A service adds its routes while it serves, so that a listener answers for the others, too:
/// browsers then need one origin for all of them.
#[derive(Clone, Debug)]
pub struct SharedRoutes(Arc<RwLock<Routes>>);

#[derive(Debug, Default)]
struct Routes {
    /// By the full names of the gRPC services; `None` while one is not served.
    grpc: BTreeMap<String, Option<Router>>,
    /// The routes besides gRPC, while they are served.
    pages: Option<Router>,
}

/// The part of one service in [`SharedRoutes`], which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct SharedPart {
    routes: SharedRoutes,
    services: Vec<&'static str>,
    has_pages: bool,
}

impl SharedRoutes {
    /// Makes the routes of the gRPC services with these full names, none of which is served yet.
    #[must_use]
    pub fn of(services: &[&str]) -> Self {
        let grpc = services.iter().map(|service| ((*service).to_owned(), None)).collect();
        Self(Arc::new(RwLock::new(Routes { grpc, pages: None })))
    }

    /// Adds the routes of gRPC `services`, and `pages`, until the result is dropped.
    pub(crate) fn add(
        &self,
        services: &[&'static str],
        grpc: &Router,
        pages: Option<Router>,
    ) -> SharedPart {
        let has_pages = pages.is_some();
        let mut routes = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for service in services {
            routes.grpc.insert((*service).to_owned(), Some(grpc.clone()));
        }
        if has_pages {
            routes.pages = pages;
        }
        drop(routes);
        SharedPart { routes: self.clone(), services: services.to_vec(), has_pages }
    }

    /// Answers a request with the routes that it belongs to.
    pub(crate) async fn answer(self, request: Request) -> Response {
        match self.find(&request) {
            Ok(router) => match router.oneshot(request).await {
                Ok(response) => response,
                Err(never) => match never {},
            },
            Err(response) => *response,
        }
    }

    /// Returns the routes for a request, or else the answer that there are none.
    fn find(&self, request: &Request) -> Result<Router, Box<Response>> {
        let service = request.uri().path().split('/').nth(1).unwrap_or_default();
        let routes = self.0.read().unwrap_or_else(PoisonError::into_inner);
        match routes.grpc.get(service) {
            Some(Some(router)) => return Ok(router.clone()),
            Some(None) => {
                let text = format!("{service} is not served at the moment; try again soon");
                return Err(Box::new(Status::unavailable(text).into_http()));
            }
            None => {}
        }
        let kind = request.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
        if kind.is_some_and(|kind| kind.starts_with(b"application/grpc")) {
            return Err(Box::new(Status::unimplemented("no such method").into_http()));
        }
        routes.pages.clone().ok_or_else(|| {
            let mut response = Response::new("The pages are not served at the moment.\n".into());
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            Box::new(response)
        })
    }
}

impl Drop for SharedPart {
    fn drop(&mut self) {
        let mut routes = self.routes.0.write().unwrap_or_else(PoisonError::into_inner);
        for service in &self.services {
            routes.grpc.insert((*service).to_owned(), None);
        }
        if self.has_pages {
            routes.pages = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, routing::get};
    use http_body_util::BodyExt as _;

    use super::*;

    async fn ask(routes: &SharedRoutes, path: &str, kind: &str) -> (StatusCode, String, String) {
        let request = Request::get(path).header(header::CONTENT_TYPE, kind);
        let response = routes.clone().answer(request.body(Body::empty()).unwrap()).await;
        let (head, body) = response.into_parts();
        let code = head.headers.get("grpc-status").map(|code| code.to_str().unwrap().to_owned());
        let body = body.collect().await.unwrap().to_bytes();
        (head.status, code.unwrap_or_default(), String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_service_is_answered_for_while_it_serves() {
        let routes = SharedRoutes::of(&["a.A", "b.B"]);
        let grpc = "application/grpc-web+proto";
        assert_eq!(ask(&routes, "/a.A/Get", grpc).await.1, "14");
        assert_eq!(ask(&routes, "/", "").await.0, StatusCode::SERVICE_UNAVAILABLE);

        let own = Router::new().route("/a.A/Get", get(|| async { "of A" }));
        let pages = Router::new().fallback(|| async { "a page" });
        let part = routes.add(&["a.A"], &own, Some(pages));
        assert_eq!(ask(&routes, "/a.A/Get", grpc).await.2, "of A");
        assert_eq!(ask(&routes, "/b.B/Get", grpc).await.1, "14");
        assert_eq!(ask(&routes, "/c.C/Get", grpc).await.1, "12");
        for path in ["/", "/desk", "/desk/main/kk", "/c.C/Get"] {
            assert_eq!(ask(&routes, path, "").await.2, "a page", "{path}");
        }

        drop(part);
        assert_eq!(ask(&routes, "/a.A/Get", grpc).await.1, "14");
        assert_eq!(ask(&routes, "/desk", "").await.0, StatusCode::SERVICE_UNAVAILABLE);
    }
}
