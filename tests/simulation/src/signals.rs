//! The time signals of services, which the server passes on and does not keep.

use std::sync::Arc;

use bytes::Bytes;
use tokio::{sync::mpsc, time::Instant};

use crate::link::Link;

/// Number of signals that a subscription holds.
const BUFFER: usize = 256;

/// A time signal with the service that sent it.
pub(crate) type Signal = (String, Bytes);

/// A subscription to time signals, which come at their moments.
#[derive(Debug)]
pub(crate) struct Listener {
    link: Arc<Link>,
    sender: mpsc::Sender<(Instant, Signal)>,
}

/// All subscriptions to time signals, in the order in which they were made.
#[derive(Debug, Default)]
pub(crate) struct Signals(Vec<Listener>);

impl Signals {
    /// Adds a subscription of the process with this connection.
    pub(crate) fn subscribe(&mut self, link: Arc<Link>) -> mpsc::Receiver<(Instant, Signal)> {
        let (sender, receiver) = mpsc::channel(BUFFER);
        self.0.push(Listener { link, sender });
        receiver
    }

    /// Passes a signal on to every subscriber whose connection holds, unless it is lost on its way.
    pub(crate) fn send(&mut self, signal: &Signal) {
        self.0.retain(|listener| !listener.sender.is_closed());
        for Listener { link, sender } in &self.0 {
            if link.is_connected() && !link.happens(|rates| rates.live_lost) {
                // The subscriber may have gone; a full buffer drops it, as that of a slow client
                // does.
                drop(sender.try_send((Instant::now() + link.way(), signal.clone())));
            }
        }
    }
}
