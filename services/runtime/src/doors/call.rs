//! Calls as the doors read them: by the contract's own descriptors, so that a new call is read like
//! the others.

use std::sync::LazyLock;

use access::{Act, Target};
use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MethodDescriptor, ReflectMessage as _, Value};
use proto::subject::{GameId, TournamentId, TournamentKey, VenueId};

/// The package of the contract.
const PACKAGE: &str = "damcast.v1";
/// Bytes before a message: whether it is compressed, and its length.
pub(super) const FRAME_HEAD: usize = 5;

static CONTRACT: LazyLock<Option<DescriptorPool>> =
    LazyLock::new(|| DescriptorPool::decode(proto::DESCRIPTORS).ok());

/// Returns the names of all methods of the contract, such as `damcast.v1.PairingService/PairRound`.
pub(crate) fn methods() -> Vec<String> {
    let services = CONTRACT.iter().flat_map(DescriptorPool::services);
    let ours = services.filter(|service| service.package_name() == PACKAGE);
    ours.flat_map(|service| {
        let name = service.full_name().to_owned();
        service.methods().map(move |method| format!("{name}/{}", method.name())).collect::<Vec<_>>()
    })
    .collect()
}

/// A method of the contract.
#[derive(Clone, Debug)]
pub(super) struct Method(MethodDescriptor);

impl Method {
    /// Returns the method of a path, such as `/damcast.v1.PairingService/PairRound`; `None` if it
    /// is not one of the contract.
    pub(super) fn of(path: &str) -> Option<Self> {
        let (service, name) = path.strip_prefix('/')?.split_once('/')?;
        let service = CONTRACT.as_ref()?.get_service_by_name(service)?;
        let is_ours = service.package_name() == PACKAGE;
        service.methods().find(|method| is_ours && method.name() == name).map(Self)
    }

    /// Returns the rows of the matrix for it.
    pub(super) fn acts(&self) -> Vec<Act> {
        Act::of_call(self.0.parent_service().name(), self.0.name()).collect()
    }

    /// Returns true if it belongs to what spectators see.
    pub(super) fn is_shown(&self) -> bool {
        self.0.parent_service().name() == "BroadcastService"
    }

    /// Returns true if its answer goes on until somebody ends it.
    pub(super) fn is_watch(&self) -> bool {
        self.0.is_server_streaming()
    }

    /// Returns the call of a framed request; `None` if it cannot be read.
    pub(super) fn call(self, framed: &Bytes) -> Option<Call> {
        let mut rest = framed.clone();
        if rest.len() < FRAME_HEAD || rest.get_u8() != 0 {
            return None;
        }
        let length = usize::try_from(rest.get_u32()).ok()?;
        // Every call has one request.
        if rest.len() != length {
            return None;
        }
        let request = DynamicMessage::decode(self.0.input(), rest).ok()?;
        Some(Call { method: self, request })
    }
}

/// A call that somebody makes.
#[derive(Clone, Debug)]
pub struct Call {
    method: Method,
    request: DynamicMessage,
}

/// The object of a call, as its request names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CallTarget {
    pub(super) venue: Option<String>,
    tournament: Option<String>,
    table: Option<u32>,
    participant: Option<u32>,
    device: Option<String>,
    has_reason: bool,
}

impl Call {
    /// Makes the call of a path, such as `/damcast.v1.PairingService/PairRound`, with a request;
    /// `None` if the contract has no such call. For tests.
    #[must_use]
    pub fn new(path: &str, request: &impl Message) -> Option<Self> {
        let method = Method::of(path)?;
        let request = DynamicMessage::decode(method.0.input(), &*request.encode_to_vec()).ok()?;
        Some(Self { method, request })
    }

    /// Returns the name of the method, such as `PairRound`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.method.0.name()
    }

    /// Returns the request; `None` if it is not of this type.
    #[must_use]
    pub fn request<M: Message + Default>(&self) -> Option<M> {
        self.request.transcode_to().ok()
    }

    /// Returns the tournament that the request names.
    #[must_use]
    pub fn tournament(&self) -> Option<TournamentKey> {
        let CallTarget { venue, tournament, .. } = self.asked();
        let (venue, tournament): (VenueId, TournamentId) =
            (venue?.parse().ok()?, tournament?.parse().ok()?);
        Some(TournamentKey { venue, tournament })
    }

    /// Returns the game that the request names.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        let header = message(&self.request, "header");
        let game = header.as_ref().and_then(|header| message(header, "game"));
        text(&game.or_else(|| message(&self.request, "game"))?, "game")?.parse().ok()
    }

    /// Returns the device that the request names.
    #[must_use]
    pub fn device(&self) -> Option<String> {
        self.asked().device
    }

    /// Returns the object of the call.
    pub(super) fn asked(&self) -> CallTarget {
        let header = message(&self.request, "header");
        let header = header.as_ref();
        let game = header
            .and_then(|header| message(header, "game"))
            .or_else(|| message(&self.request, "game"));
        let place = game.clone().or_else(|| message(&self.request, "tournament"));
        let text_of_place = |field| place.as_ref().and_then(|place| text(place, field));
        let game = game.and_then(|game| text(&game, "game")?.parse::<GameId>().ok());
        let device = header.and_then(|header| text(header, "device"));
        CallTarget {
            venue: text_of_place("venue").or_else(|| text(&self.request, "venue")),
            tournament: text_of_place("tournament"),
            table: game.map(GameId::table).or_else(|| number(&self.request, "table")),
            participant: number(&self.request, "participant")
                .or_else(|| number(&self.request, "team")),
            device: device.or_else(|| text(&self.request, "device")),
            has_reason: text(&self.request, "reason").is_some(),
        }
    }

    /// Returns the row of the access matrix that a call falls under, where a call has several and
    /// its request tells which.
    pub(super) fn act(&self) -> Option<Act> {
        let is_set = |field: &&str| self.request.has_field_by_name(field);
        match self.name() {
            "SubmitRuling" if is_set(&"clock") => Some(Act::RuleClock),
            "SubmitRuling" if ["result", "set_position", "resume"].iter().any(is_set) => {
                Some(Act::RuleGame)
            }
            "SubmitRuling" => Some(Act::RuleMoves),
            _ => None,
        }
    }

    /// Returns the request, framed, with `name` as the author where it has one. It is written anew,
    /// so that nobody reads more in it than was looked at here.
    pub(super) fn by(mut self, name: &str) -> Bytes {
        if let Some(by) = self.request.descriptor().get_field_by_name("by") {
            self.request.set_field(&by, Value::String(name.to_owned()));
        }
        let length = self.request.encoded_len();
        let mut framed = BytesMut::with_capacity(FRAME_HEAD + length);
        framed.put_u8(0);
        // It was read from a frame, and a name is short.
        framed.put_u32(u32::try_from(length).unwrap_or(u32::MAX));
        framed.extend_from_slice(&self.request.encode_to_vec());
        framed.freeze()
    }
}

impl CallTarget {
    /// Returns the object as the authority asks for it.
    pub(super) fn target(&self) -> Target<'_> {
        Target {
            tournament: self.tournament.as_deref(),
            table: self.table,
            participant: self.participant,
            device: self.device.as_deref(),
            has_reason: self.has_reason,
            ..Target::default()
        }
    }
}

fn value(message: &DynamicMessage, field: &str) -> Option<Value> {
    let field = message.descriptor().get_field_by_name(field)?;
    message.has_field(&field).then(|| message.get_field(&field).into_owned())
}

fn message(of: &DynamicMessage, field: &str) -> Option<DynamicMessage> {
    value(of, field)?.as_message().cloned()
}

/// Returns a text that is not blank.
fn text(of: &DynamicMessage, field: &str) -> Option<String> {
    let text = value(of, field)?.as_str()?.to_owned();
    (!text.trim().is_empty()).then_some(text)
}

/// Returns a number that is not 0.
fn number(of: &DynamicMessage, field: &str) -> Option<u32> {
    value(of, field)?.as_u32().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use proto::v1;

    use super::*;

    fn framed(message: &impl Message) -> Bytes {
        let bytes = message.encode_to_vec();
        let mut framed = BytesMut::new();
        framed.put_u8(0);
        framed.put_u32(bytes.len().try_into().unwrap());
        framed.put(&*bytes);
        framed.freeze()
    }

    fn call(path: &str, request: &impl Message) -> Call {
        let call = Method::of(path).unwrap().call(&framed(request)).unwrap();
        assert_eq!(call.request, Call::new(path, request).unwrap().request);
        call
    }

    fn tournament() -> Option<v1::TournamentRef> {
        Some(v1::TournamentRef { venue: "main".into(), tournament: "kk".into() })
    }

    #[test]
    fn every_method_of_the_contract_has_its_rows_and_no_other_path_has() {
        let pool = CONTRACT.as_ref().unwrap();
        let services = pool.services().filter(|service| service.package_name() == PACKAGE);
        let paths = services.flat_map(|service| {
            let name = service.full_name().to_owned();
            service.methods().map(|it| format!("/{name}/{}", it.name())).collect::<Vec<_>>()
        });
        let paths: Vec<_> = paths.collect();
        assert!(paths.len() > 60, "{paths:?}");
        for path in paths {
            assert!(!Method::of(&path).unwrap().acts().is_empty(), "{path}");
        }
        for path in
            ["/", "", "/grpc.health.v1.Health/Check", "/damcast.v1.PairingService/No", "/t/main/kk"]
        {
            assert!(Method::of(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_object_of_a_call_is_what_its_request_names() {
        let paired = call(
            "/damcast.v1.PairingService/RecordResult",
            &v1::RecordResultRequest {
                tournament: tournament(),
                round: 2,
                table: 7,
                reason: " ".into(),
                by: "Somebody else".into(),
                ..Default::default()
            },
        );
        let asked = CallTarget {
            venue: Some("main".into()),
            tournament: Some("kk".into()),
            table: Some(7),
            ..CallTarget::default()
        };
        assert_eq!(paired.asked(), asked);
        let header = v1::InputHeader {
            game: Some(v1::GameRef {
                venue: "main".into(),
                tournament: "kk".into(),
                game: "r3-t12".into(),
            }),
            device: "t12-white".into(),
            sequence: 1,
            ..Default::default()
        };
        let submitted = call(
            "/damcast.v1.BoardIngestService/SubmitMove",
            &v1::SubmitMoveRequest { header: Some(header), ..Default::default() },
        );
        let of_move =
            CallTarget { table: Some(12), device: Some("t12-white".into()), ..asked.clone() };
        assert_eq!(submitted.asked(), of_move);
        let handed_in = call(
            "/damcast.v1.PairingService/HandInLineUp",
            &v1::HandInLineUpRequest {
                tournament: tournament(),
                team: 4,
                reason: "late".into(),
                ..Default::default()
            },
        );
        let of_team = CallTarget { table: None, participant: Some(4), has_reason: true, ..asked };
        assert_eq!(handed_in.asked(), of_team);
        let people = call(
            "/damcast.v1.AccessService/ListAccess",
            &v1::ListAccessRequest { venue: "other".into() },
        );
        assert_eq!(
            people.asked(),
            CallTarget { venue: Some("other".into()), ..CallTarget::default() }
        );
        let pdn = call(
            "/damcast.v1.RulesValidationService/ValidatePdn",
            &v1::ValidatePdnRequest::default(),
        );
        assert_eq!(pdn.asked(), CallTarget::default());
    }

    #[test]
    fn the_author_is_who_calls_and_nothing_else_changes() {
        let request = v1::PairRoundRequest {
            tournament: tournament(),
            round: 3,
            by: "Somebody else".into(),
            ..Default::default()
        };
        let named = call("/damcast.v1.PairingService/PairRound", &request).by("Ids de Vries");
        let expected = v1::PairRoundRequest { by: "Ids de Vries".into(), ..request };
        assert_eq!(named, framed(&expected));
        let watch = v1::WatchVerdictsRequest { tournament: tournament(), ..Default::default() };
        let unchanged = call("/damcast.v1.BoardIngestService/WatchVerdicts", &watch).by("Ids");
        assert_eq!(unchanged, framed(&watch));
    }

    #[test]
    fn the_case_of_a_ruling_is_what_it_rules() {
        use v1::submit_ruling_request::Ruling;
        for (ruling, act) in [
            (Ruling::Retract(Default::default()), Act::RuleMoves),
            (Ruling::LetStand(Default::default()), Act::RuleMoves),
            (Ruling::Result(Default::default()), Act::RuleGame),
            (Ruling::SetPosition(Default::default()), Act::RuleGame),
            (Ruling::Resume(Default::default()), Act::RuleGame),
            (Ruling::Clock(Default::default()), Act::RuleClock),
        ] {
            let request = v1::SubmitRulingRequest { ruling: Some(ruling), ..Default::default() };
            let path = "/damcast.v1.BoardIngestService/SubmitRuling";
            assert_eq!(call(path, &request).act(), Some(act), "{request:?}");
        }
    }

    #[test]
    fn what_is_not_one_request_is_not_read() {
        let method = || Method::of("/damcast.v1.PairingService/PairRound").unwrap();
        for bytes in [
            &[][..],
            &[0, 0, 0],
            &[1, 0, 0, 0, 0],
            &[0, 0, 0, 0, 9, 1],
            &[0, 0, 0, 0, 0, 0],
            &[0, 0, 0, 0, 1, 0xff],
        ] {
            assert!(method().call(&Bytes::copy_from_slice(bytes)).is_none(), "{bytes:?}");
        }
    }
}
