//! The server's life, on the real program.

use std::{process::Command, thread};

use super::*;

fn options(directory: &tempfile::TempDir) -> NatsOptions {
    let tools = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.damcast/tools"));
    let binary = find_binary(None, tools).unwrap();
    NatsOptions::new(binary, directory.path().join("nats"))
}

#[tokio::test]
async fn a_killed_server_starts_again_on_its_port() {
    let directory = tempfile::tempdir().unwrap();
    let options = options(&directory);
    let server = NatsServer::start(&options).await.unwrap();
    let (url, pid) = (server.url(), server.pid());
    server.kill().await;
    let server = NatsServer::start(&options).await.unwrap();
    assert_eq!(server.url(), url);
    assert_ne!(server.pid(), pid);
    assert!(matches!(server.stop().await, ChildEnd::Status(_)));
}

#[tokio::test]
async fn the_program_may_have_any_name() {
    let directory = tempfile::tempdir().unwrap();
    let options = options(&directory);
    let renamed = directory.path().join("nats-server-v2.12");
    std::os::unix::fs::symlink(fs::canonicalize(&options.binary).unwrap(), &renamed).unwrap();
    let server = NatsServer::start(&NatsOptions { binary: renamed, ..options }).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn a_store_has_one_owner() {
    let directory = tempfile::tempdir().unwrap();
    let options = options(&directory);
    let server = NatsServer::start(&options).await.unwrap();
    let second = NatsServer::start(&options).await;
    assert!(matches!(second, Err(NatsError::InUse { .. })), "{second:?}");
    server.stop().await;
}

#[tokio::test]
async fn an_orphan_is_ended() {
    let directory = tempfile::tempdir().unwrap();
    let options = options(&directory);
    let first = NatsServer::start(&options).await.unwrap();
    let configuration = first.log().with_file_name("nats.conf");
    let store = first.log().with_file_name("store");
    first.stop().await;
    let text = fs::read_to_string(&configuration).unwrap();
    assert!(text.contains(store.to_str().unwrap()));
    let mut orphan = Command::new(&options.binary).arg("-c").arg(&configuration).spawn().unwrap();
    let pid_file = configuration.with_file_name("nats.pid");
    let mut glances = interval(GLANCE);
    while fs::read_to_string(&pid_file).unwrap_or_default() != orphan.id().to_string() {
        glances.tick().await;
    }
    let reaper = thread::spawn(move || orphan.wait().unwrap());
    let server = NatsServer::start(&options).await.unwrap();
    reaper.join().unwrap();
    server.stop().await;
}

#[tokio::test]
async fn a_taken_port_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let options = NatsOptions { port: Some(port), ..options(&directory) };
    let error = NatsServer::start(&options).await.unwrap_err();
    assert!(error.to_string().contains(&port.to_string()), "{error}");
}

#[tokio::test]
async fn a_server_that_ends_at_once_shows_its_log() {
    let directory = tempfile::tempdir().unwrap();
    let options = options(&directory);
    let store = options.directory.join("store");
    fs::create_dir_all(&options.directory).unwrap();
    fs::write(&store, "a file where a directory should be").unwrap();
    let error = NatsServer::start(&options).await.unwrap_err();
    assert!(matches!(&error, NatsError::Ended { log, .. } if !log.is_empty()), "{error}");
}

#[test]
fn a_missing_program_says_what_to_do() {
    let error = find_binary(Some(Path::new("/nowhere/nats-server")), Path::new("x"));
    assert!(error.unwrap_err().to_string().contains("./dev setup"));
}
