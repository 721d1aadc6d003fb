//! The matrix: what each role may do, call by call.

use crate::Role;
use Permission::{
    Beforehand as B, Briefly as F, May as Y, Never as N, Own as S, OwnWithReason as T,
    Proposes as P, WithReason as R,
};

/// A cell of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// No.
    Never,
    /// Yes.
    May,
    /// Within the limits of the grant: its tables, its participant. A device must have such a
    /// limit, and speaks for no other device.
    Own,
    /// As [`Permission::Own`], but it counts only when the other side or the desk agrees.
    Proposes,
    /// With a reason, and with the PIN of whoever has one.
    WithReason,
    /// As [`Permission::Own`], with a reason, and with the PIN of whoever has one.
    OwnWithReason,
    /// Until the first round is paired.
    Beforehand,
    /// For [two minutes](crate::BRIEFLY) after the same person recorded what is changed.
    Briefly,
}

impl Permission {
    /// Returns the sign of the cell in the printed matrix.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Never => "–",
            Self::May => "✔",
            Self::Own => "s",
            Self::Proposes => "p",
            Self::WithReason => "r",
            Self::OwnWithReason => "s r",
            Self::Beforehand => "b",
            Self::Briefly => "2 min",
        }
    }

    /// Returns true if a reason has to be given.
    #[must_use]
    pub const fn needs_reason(self) -> bool {
        matches!(self, Self::WithReason | Self::OwnWithReason)
    }
}

/// Makes the acts from the rows of the matrix: the name of the act, its service and call, the case
/// that tells it from other acts of the call, and a cell for each role.
macro_rules! matrix {
    ($($act:ident $service:literal $call:literal $case:literal [$($cell:ident)*])*) => {
        /// A call, or one case of a call whose cases are not allowed alike.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Act {
            $(
                #[doc = concat!("`", $service, ".", $call, "` ", $case)]
                $act,
            )*
        }

        impl Act {
            /// Every act, in the order of the rows of the matrix.
            pub const ALL: &[Self] = &[$(Self::$act),*];

            const fn row(self) -> &'static Row {
                match self {
                    $(Self::$act => &Row {
                        service: $service,
                        call: $call,
                        case: $case,
                        cells: [$($cell),*],
                    },)*
                }
            }
        }
    };
}

/// A row of the matrix.
struct Row {
    service: &'static str,
    call: &'static str,
    case: &'static str,
    cells: [Permission; Role::COUNT],
}

//                                                             CA AR PO RE TE CM FA OR PD BA WS PU
matrix! {
    ListPresets "PairingService" "ListPresets" ""             [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    CheckRegulation "PairingService" "CheckRegulation" ""     [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    CreateTournament "PairingService" "CreateTournament" ""   [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    AmendName "PairingService" "AmendTournament" "name"       [Y  Y  N  N  N  N  Y  Y  N  N  N  N]
    AmendRegulation "PairingService" "AmendTournament" "regulation"
                                                              [R  N  N  N  N  N  R  N  N  N  N  N]
    DeleteTournament "PairingService" "DeleteTournament" ""   [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    EnterPlayer "PairingService" "EnterPlayer" ""             [Y  Y  Y  N  N  N  Y  B  N  N  N  N]
    CorrectPlayer "PairingService" "CorrectPlayer" ""         [Y  Y  Y  N  N  N  Y  B  N  N  N  N]
    RemovePlayer "PairingService" "RemovePlayer" ""           [Y  Y  Y  N  N  N  Y  B  N  N  N  N]
    EnterTeam "PairingService" "EnterTeam" ""                 [Y  Y  Y  N  N  N  Y  B  N  N  N  N]
    RenameTeam "PairingService" "RenameTeam" ""               [Y  Y  Y  N  N  N  Y  B  N  N  N  N]
    RemoveTeam "PairingService" "RemoveTeam" ""               [Y  Y  Y  N  N  N  Y  B  N  N  N  N]
    ImportTrf "PairingService" "ImportTrf" ""                 [Y  Y  Y  N  N  N  Y  B  N  N  N  N]
    HandInLineUp "PairingService" "HandInLineUp" ""           [Y  Y  N  N  N  N  N  N  P  N  N  N]
    ReportAbsence "PairingService" "ReportAbsence" ""         [Y  Y  Y  Y  N  N  N  Y  P  N  N  N]
    CheckIn "PairingService" "CheckIn" ""                     [Y  Y  Y  Y  N  N  N  Y  P  N  N  N]
    Withdraw "PairingService" "Withdraw" ""                   [Y  Y  N  N  N  N  N  N  P  N  N  N]
    AnswerProposal "PairingService" "AnswerProposal" ""       [Y  Y  Y  N  N  N  N  N  N  N  N  N]
    ListProposals "PairingService" "ListProposals" ""         [Y  Y  Y  N  N  N  Y  N  S  N  N  N]
    SeatReserve "PairingService" "SeatReserve" ""             [Y  Y  N  N  N  N  N  N  N  N  N  N]
    DeclinePromotion "PairingService" "DeclinePromotion" ""   [Y  Y  N  N  N  N  N  N  N  N  N  N]
    DrawLots "PairingService" "DrawLots" ""                   [Y  N  Y  N  N  N  N  N  N  N  N  N]
    DivideGroups "PairingService" "DivideGroups" ""           [Y  N  Y  N  N  N  N  N  N  N  N  N]
    ChooseColor "PairingService" "ChooseColor" ""             [Y  N  Y  N  N  N  N  N  N  N  N  N]
    PlanRound "PairingService" "PlanRound" ""                 [Y  Y  Y  N  N  N  N  Y  N  N  N  N]
    PlanMakeUp "PairingService" "PlanMakeUp" ""               [Y  Y  Y  N  N  N  N  Y  N  N  N  N]
    PairRound "PairingService" "PairRound" ""                 [Y  N  Y  N  N  N  N  N  N  N  N  N]
    PairPlayOff "PairingService" "PairPlayOff" ""             [Y  N  Y  N  N  N  N  N  N  N  N  N]
    UnpairDraft "PairingService" "UnpairRound" "draft"        [Y  N  Y  N  N  N  N  N  N  N  N  N]
    UnpairPublished "PairingService" "UnpairRound" "published"
                                                              [R  N  N  N  N  N  N  N  N  N  N  N]
    PublishRound "PairingService" "PublishRound" ""           [Y  N  Y  N  N  N  N  N  N  N  N  N]
    ResolveTie "PairingService" "ResolveTie" ""               [Y  N  N  N  N  N  N  N  N  N  N  N]
    ReopenTie "PairingService" "ReopenTie" ""                 [R  N  N  N  N  N  N  N  N  N  N  N]
    SetStartMode "PairingService" "SetStartMode" ""           [Y  Y  N  N  N  N  N  N  N  N  N  N]
    OpenRound "PairingService" "OpenRound" ""                 [Y  Y  N  N  N  N  N  N  N  N  N  N]
    CloseRound "PairingService" "CloseRound" ""               [Y  Y  N  N  N  N  N  N  N  N  N  N]
    RecordResult "PairingService" "RecordResult" "first"      [Y  S  Y  Y  N  N  N  N  P  N  N  N]
    CorrectResult "PairingService" "RecordResult" "correct"   [Y  S  N  F  N  N  N  N  N  N  N  N]
    CorrectOldResult "PairingService" "RecordResult" "correct, older round"
                                                              [R  N  N  N  N  N  N  N  N  N  N  N]
    WithdrawResult "PairingService" "WithdrawResult" "this round"
                                                              [Y  S  N  F  N  N  N  N  N  N  N  N]
    WithdrawOldResult "PairingService" "WithdrawResult" "older round"
                                                              [R  N  N  N  N  N  N  N  N  N  N  N]
    ReverseColors "PairingService" "ReverseColors" "this round"
                                                              [Y  S  N  F  N  N  N  N  N  N  N  N]
    ReverseOldColors "PairingService" "ReverseColors" "older round"
                                                              [R  N  N  N  N  N  N  N  N  N  N  N]
    SetEmbargo "PairingService" "SetEmbargo" "set"            [Y  Y  N  N  N  N  Y  Y  N  N  N  N]
    LiftEmbargo "PairingService" "SetEmbargo" "lift or shorten"
                                                              [R  N  N  N  N  N  R  N  N  N  N  N]
    ReleaseEmbargo "PairingService" "ReleaseEmbargo" ""       [R  N  N  N  N  N  N  N  N  N  N  N]
    GetTournament "PairingService" "GetTournament" "whole"    [Y  Y  Y  N  N  N  Y  N  N  N  N  N]
    GetPublished "PairingService" "GetTournament" "published" [Y  Y  Y  Y  N  N  Y  Y  N  N  N  N]
    WatchTournament "PairingService" "WatchTournament" "whole"
                                                              [Y  Y  Y  N  N  N  Y  N  N  N  N  N]
    WatchPublished "PairingService" "WatchTournament" "published"
                                                              [Y  Y  Y  Y  N  N  Y  Y  N  N  N  N]
    ListDecisions "PairingService" "ListDecisions" ""         [Y  Y  Y  N  N  N  Y  N  N  N  N  N]
    ExplainPairing "PairingService" "ExplainPairing" ""       [Y  Y  Y  N  N  N  Y  N  N  N  N  N]
    ListTournaments "PairingService" "ListTournaments" ""     [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    GetStandings "PairingService" "GetStandings" "no embargo"
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    WatchStandings "PairingService" "WatchStandings" "no embargo"
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    ExportTournament "PairingService" "ExportTournament" "no embargo"
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    GetPrizes "SeasonService" "GetPrizes" "no embargo"
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    GetStandingsAsEntered "PairingService" "GetStandings" "names as entered"
                                                              [Y  Y  Y  N  N  N  Y  N  N  N  N  N]
    ExportAsEntered "PairingService" "ExportTournament" "names as entered"
                                                              [Y  Y  Y  N  N  N  Y  N  N  N  N  N]
    GetEmbargoedStandings "PairingService" "GetStandings" "embargoed"
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    WatchEmbargoedStandings "PairingService" "WatchStandings" "embargoed"
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    ExportEmbargoed "PairingService" "ExportTournament" "embargoed"
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    GetEmbargoedPrizes "SeasonService" "GetPrizes" "embargoed"
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    GetControlSums "SeasonService" "GetControlSums" ""        [Y  Y  Y  N  N  N  Y  N  N  N  N  N]
    PlaceEights "SeasonService" "PlaceEights" ""              [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    PlaceClubs "SeasonService" "PlaceClubs" ""                [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    RankPoints "SeasonService" "RankPoints" ""                [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    SubmitMove "BoardIngestService" "SubmitMove" ""           [Y  S  N  N  N  N  N  N  S  S  N  N]
    SubmitPress "BoardIngestService" "SubmitPress" ""         [Y  S  N  N  N  N  N  N  S  S  N  N]
    SubmitClaim "BoardIngestService" "SubmitClaim" ""         [Y  S  N  N  N  N  N  N  S  N  N  N]
    SubmitDisplay "BoardIngestService" "SubmitDisplay" ""     [Y  S  N  N  N  N  N  N  N  S  N  N]
    RuleMoves "BoardIngestService" "SubmitRuling" "moves"     [Y  S  N  N  N  N  N  N  N  N  N  N]
    RuleGame "BoardIngestService" "SubmitRuling" "result, position, resume"
                                                              [R  T  N  N  N  N  N  N  N  N  N  N]
    RuleClock "BoardIngestService" "SubmitRuling" "clock"     [Y  S  N  N  N  N  N  N  N  N  N  N]
    RuleRound "BoardIngestService" "RuleRound" ""             [Y  Y  N  N  N  N  N  N  N  N  N  N]
    SetGrace "BoardIngestService" "SetGrace" ""               [Y  N  N  N  Y  N  N  N  N  N  N  N]
    AcknowledgeAlarm "BoardIngestService" "AcknowledgeAlarm" ""
                                                              [Y  Y  N  N  Y  N  N  N  N  N  N  N]
    CallArbiter "BoardIngestService" "CallArbiter" ""         [Y  S  N  N  Y  N  N  N  S  S  N  N]
    ReportPresence "BoardIngestService" "ReportPresence" ""   [Y  S  N  N  N  N  N  N  S  S  N  N]
    AssignTable "BoardIngestService" "AssignTable" ""         [Y  Y  N  N  Y  N  N  N  N  N  N  N]
    ReleaseTable "BoardIngestService" "ReleaseTable" ""       [Y  Y  N  N  Y  N  N  N  N  N  N  N]
    ListSeatActs "BoardIngestService" "ListSeatActs" ""       [Y  Y  Y  N  Y  N  Y  N  N  N  N  N]
    ListTables "BoardIngestService" "ListTables" ""           [Y  Y  Y  N  Y  N  Y  N  N  N  N  N]
    WatchVerdicts "BoardIngestService" "WatchVerdicts" ""     [Y  S  N  N  N  N  N  N  S  S  N  N]
    WatchTable "BoardIngestService" "WatchTable" ""           [Y  S  N  N  N  N  N  N  S  S  N  N]
    ListInputs "BoardIngestService" "ListInputs" ""           [Y  S  N  N  N  N  N  N  S  S  N  N]
    OrderBoard "BoardIngestService" "OrderBoard" ""           [Y  Y  N  N  Y  N  N  N  N  N  N  N]
    WatchBoards "BoardIngestService" "WatchBoards" ""         [Y  Y  N  N  Y  N  N  N  N  N  N  N]
    SubmitReadings "BoardIngestService" "SubmitReadings" ""   [N  N  N  N  N  N  N  N  N  S  N  N]
    GetOwnAccess "AccessService" "GetOwnAccess" ""            [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  N]
    RenewSession "AccessService" "RenewSession" ""            [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  N]
    EndSession "AccessService" "EndSession" ""                [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  N]
    OpenUndelayed "AccessService" "OpenUndelayed" ""          [Y  Y  Y  N  Y  Y  N  N  N  N  N  N]
    SetPassphrase "AccessService" "SetPassphrase" ""          [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    SetPin "AccessService" "SetPin" ""                        [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    Confirm "AccessService" "Confirm" ""                      [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    BeginPasskey "AccessService" "BeginPasskey" ""            [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    AddPasskey "AccessService" "AddPasskey" ""                [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    RemovePasskey "AccessService" "RemovePasskey" ""          [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    BeginPasskeySignIn "AccessService" "BeginPasskeySignIn" ""
                                                              [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    SignInByPasskey "AccessService" "SignInByPasskey" ""      [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    SignIn "AccessService" "SignIn" ""                        [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    AcceptInvitation "AccessService" "AcceptInvitation" ""    [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    EnrolDevice "AccessService" "EnrolDevice" ""              [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    ListAccess "AccessService" "ListAccess" ""                [Y  Y  N  N  Y  N  Y  Y  N  N  N  N]
    ListChanges "AccessService" "ListChanges" ""              [Y  Y  N  N  Y  N  Y  Y  N  N  N  N]
    AddPerson "AccessService" "AddPerson" ""                  [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    InvitePerson "AccessService" "InvitePerson" ""            [Y  N  N  N  N  N  Y  Y  N  N  N  N]
    InviteDevice "AccessService" "InviteDevice" ""            [Y  Y  N  N  Y  N  N  Y  N  N  N  N]
    GrantRole "AccessService" "GrantRole" ""                  [Y  Y  N  N  Y  N  Y  Y  N  N  N  N]
    NarrowGrant "AccessService" "NarrowGrant" ""              [Y  Y  N  N  Y  N  Y  Y  N  N  N  N]
    MoveDevice "AccessService" "MoveDevice" ""                [Y  Y  N  N  Y  N  N  Y  N  N  N  N]
    RevokeGrant "AccessService" "RevokeGrant" ""              [Y  Y  N  N  Y  N  Y  Y  N  N  N  N]
    PutOut "AccessService" "PutOut" ""                        [Y  Y  N  N  Y  N  Y  Y  N  N  N  N]
    PreviewRuling "RulesValidationService" "PreviewRuling" "" [Y  S  N  N  N  N  N  N  N  N  N  N]
    GetGame "RulesValidationService" "GetGame" ""             [Y  S  N  N  N  N  N  N  N  S  N  N]
    JudgeMove "RulesValidationService" "JudgeMove" ""         [Y  Y  N  N  Y  Y  N  N  N  N  N  N]
    LegalMoves "RulesValidationService" "LegalMoves" ""       [Y  Y  N  N  Y  Y  N  N  N  N  N  N]
    ValidatePdn "RulesValidationService" "ValidatePdn" ""     [Y  Y  Y  Y  Y  Y  Y  Y  N  N  N  N]
    GetClock "ClockService" "GetClock" ""                     [Y  S  N  N  N  Y  N  N  S  S  N  N]
    ListClocks "ClockService" "ListClocks" ""                 [Y  S  N  N  N  Y  N  N  N  N  N  N]
    WatchClock "ClockService" "WatchClock" ""                 [Y  S  N  N  N  Y  N  N  S  S  N  N]
    WatchBroadcast "BroadcastService" "Watch" ""              [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    WatchUndelayed "BroadcastService" "WatchUndelayed" ""     [Y  Y  Y  N  Y  Y  N  N  N  N  N  N]
    GetSnapshot "BroadcastService" "GetSnapshot" ""           [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    GetPdn "BroadcastService" "GetPdn" ""                     [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
    ListBroadcasts "BroadcastService" "ListBroadcasts" ""     [Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y  Y]
}

impl Act {
    /// Returns the acts of a call, such as `PairingService` and `UnpairRound`; none if it is not
    /// known.
    pub fn of_call(service: &str, call: &str) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |act| act.service() == service && act.call() == call)
    }

    /// Returns the name of the service, such as `PairingService`.
    #[must_use]
    pub const fn service(self) -> &'static str {
        self.row().service
    }

    /// Returns the name of the call, such as `UnpairRound`.
    #[must_use]
    pub const fn call(self) -> &'static str {
        self.row().call
    }

    /// Returns the case that tells the act from other acts of the call; empty if it is the only
    /// one.
    #[must_use]
    pub const fn case(self) -> &'static str {
        self.row().case
    }

    /// Returns the cell of a role.
    #[must_use]
    pub const fn permission(self, role: Role) -> Permission {
        // A role is the number of its column; a test of the roles checks it.
        self.row().cells[role as usize]
    }

    /// Returns true if everybody may do it, without a token.
    #[must_use]
    pub const fn is_public(self) -> bool {
        matches!(self.permission(Role::Public), Permission::May)
    }

    /// Returns true for an act that a device has to sign: what it writes, and a longer life of its
    /// token.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            Self::SubmitMove
                | Self::SubmitPress
                | Self::SubmitClaim
                | Self::SubmitDisplay
                | Self::SubmitReadings
                | Self::CallArbiter
                | Self::HandInLineUp
                | Self::ReportAbsence
                | Self::CheckIn
                | Self::Withdraw
                | Self::RecordResult
                | Self::RenewSession
                | Self::EndSession
        )
    }

    /// Returns true for an act of which a service keeps proposals until somebody decides on them.
    #[must_use]
    pub const fn keeps_proposals(self) -> bool {
        matches!(self, Self::HandInLineUp | Self::ReportAbsence | Self::Withdraw)
    }

    /// Returns true for an act on a game in play, or a look at it, which a token that has expired
    /// meanwhile still allows.
    #[must_use]
    pub const fn is_of_game(self) -> bool {
        matches!(
            self,
            Self::SubmitMove
                | Self::SubmitPress
                | Self::SubmitClaim
                | Self::SubmitDisplay
                | Self::SubmitReadings
                | Self::RuleMoves
                | Self::RuleGame
                | Self::RuleClock
                | Self::RuleRound
                | Self::AcknowledgeAlarm
                | Self::CallArbiter
                | Self::ReportPresence
                | Self::WatchVerdicts
                | Self::WatchTable
                | Self::ListInputs
                | Self::GetGame
                | Self::PreviewRuling
                | Self::GetClock
                | Self::WatchClock
        )
    }
}
