//! A whole event log as it was read: its streams, and which messages each subject has.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use proto::subject::{GameKey, Leaf, Stream, Subject, TournamentKey};
use runtime::StreamFacts;

use crate::{
    audit::{Finding, GameLogs, History, KnownMissing, Problem, StreamAudit},
    log_reader::{LogReader, LogReaderError},
    log_store::LogStore,
};

/// An event log. Memory: eight bytes a message.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// The streams.
    pub(crate) streams: BTreeMap<Stream, SurveyedStream>,
    /// The sequences of the messages of each subject.
    index: BTreeMap<Subject, Vec<u64>>,
}

/// A stream of the log.
#[derive(Debug)]
pub(crate) struct SurveyedStream {
    /// The stream as the server describes it; `None` if it is not there.
    pub(crate) facts: Option<StreamFacts>,
    /// Number of messages that could be read.
    pub(crate) messages: u64,
    /// Sequences without a message.
    pub(crate) missing: Vec<RangeInclusive<u64>>,
    /// Those of them that the stream notes.
    pub(crate) known: KnownMissing,
    /// The faults of the stream and of single messages.
    pub(crate) findings: Vec<Finding>,
}

impl SurveyedStream {
    /// Returns the sequence of the last message; 0 if there is none.
    pub(crate) fn last_sequence(&self) -> u64 {
        self.facts.as_ref().map_or(0, |facts| facts.last_sequence)
    }
}

impl Survey {
    /// Reads every stream.
    ///
    /// # Errors
    /// [`LogReaderError`] if the server does not answer.
    pub(crate) async fn read<S: LogStore>(reader: &LogReader<S>) -> Result<Self, LogReaderError> {
        let mut survey = Self::default();
        for stream in Stream::ALL {
            survey.read_stream(reader, stream).await?;
        }
        Ok(survey)
    }

    async fn read_stream<S: LogStore>(
        &mut self,
        reader: &LogReader<S>,
        stream: Stream,
    ) -> Result<(), LogReaderError> {
        let of_stream = |problem| Finding { stream, subject: None, sequence: None, problem };
        let (mut audit, mut findings) = (StreamAudit::new(stream), Vec::new());
        let facts = reader.facts(stream).await?;
        if let Some(facts) = &facts {
            if !facts.unfinished.is_empty() {
                findings.push(of_stream(Problem::Unfinished(facts.unfinished.clone())));
            } else if !facts.differences.is_empty() {
                findings.push(of_stream(Problem::Settings(facts.differences.clone())));
            }
            let take = |message| audit.take(message);
            reader.read_from(stream, 1, facts.last_sequence, take).await?;
        } else {
            findings.push(of_stream(Problem::NoStream));
        }
        let last = facts.as_ref().map_or(0, |facts| facts.last_sequence);
        let (known_missing, accepted) = facts
            .as_ref()
            .map_or(("", ""), |facts| (facts.known_missing.as_str(), facts.loss_accepted.as_str()));
        let known = KnownMissing::new(known_missing);
        let checked = audit.end(last, &known, accepted);
        findings.extend(checked.findings);
        self.index.extend(checked.sequences);
        let (messages, missing) = (checked.messages, checked.missing);
        self.streams.insert(stream, SurveyedStream { facts, messages, missing, known, findings });
        Ok(())
    }

    /// Returns every tournament of which there is a message.
    pub(crate) fn tournaments(&self) -> BTreeSet<TournamentKey> {
        let of_tournaments = self.index.keys().filter(|subject| subject.leaf != Leaf::Access);
        of_tournaments.map(|subject| subject.tournament.clone()).collect()
    }

    /// Returns every game of a tournament of which there is a message.
    pub(crate) fn games(&self, tournament: &TournamentKey) -> BTreeSet<GameKey> {
        let of_tournament = self.index.keys().filter(|subject| subject.tournament == *tournament);
        let games = of_tournament.filter_map(|subject| match subject.leaf {
            Leaf::Game(game) => Some(tournament.game(game)),
            Leaf::Tables | Leaf::Log | Leaf::Access => None,
        });
        games.collect()
    }

    /// Returns true if a finding follows from a message that is known to be missing.
    pub(crate) fn is_of_known_loss(&self, finding: &Finding) -> bool {
        let Problem::NoCause { stream, sequence } = &finding.problem else { return false };
        let surveyed = self.streams.iter().find(|(of, _surveyed)| of.name() == stream);
        surveyed.is_some_and(|(_stream, surveyed)| surveyed.known.contains(*sequence))
    }

    /// Returns the subjects of a stream, each with the sequences of its messages.
    pub(crate) fn of_stream(&self, stream: Stream) -> impl Iterator<Item = (&Subject, &[u64])> {
        let of_stream = self.index.iter().filter(move |(subject, _)| subject.stream == stream);
        of_stream.map(|(subject, sequences)| (subject, sequences.as_slice()))
    }

    /// Returns the sequences of the messages of a subject.
    pub(crate) fn sequences(&self, subject: &Subject) -> &[u64] {
        self.index.get(subject).map(Vec::as_slice).unwrap_or_default()
    }

    /// Reads the messages of a subject.
    ///
    /// # Errors
    /// [`LogReaderError`] if the server does not answer.
    pub(crate) async fn history<S: LogStore>(
        &self,
        reader: &LogReader<S>,
        subject: &Subject,
    ) -> Result<History, LogReaderError> {
        Ok(History::new(reader.subject(subject, self.sequences(subject)).await?))
    }

    /// Reads the messages of a game in every stream.
    ///
    /// # Errors
    /// [`LogReaderError`] if the server does not answer.
    pub(crate) async fn game<S: LogStore>(
        &self,
        reader: &LogReader<S>,
        game: &GameKey,
    ) -> Result<GameLogs, LogReaderError> {
        let subject = |stream| Subject::game(stream, game);
        Ok(GameLogs {
            inputs: self.history(reader, &subject(Stream::Input)).await?,
            games: self.history(reader, &subject(Stream::Game)).await?,
            clocks: self.history(reader, &subject(Stream::Clock)).await?,
        })
    }
}
