//! The first seat of a device, where the venue has no authority.
//!
//! From then on the desk decides where the device is, or that it is nowhere: the folder of the
//! agent has a file that says that there was a first seat, so that no start of the agent undoes
//! that.

use std::{io::ErrorKind, path::Path};

use anyhow::Context as _;
use proto::v1::{AssignTableRequest, Seat, WatchTableRequest};
use runtime::private_file;
use tonic::{Code, Status};

use super::{device::Device, outbox::until_taken};

/// Takes the seat at `table` if the device has none and had none before.
///
/// # Errors
/// If the folder cannot be read or written.
pub(super) async fn take_first_seat(
    device: &Device,
    state: &Path,
    table: u32,
) -> anyhow::Result<()> {
    let venue_and_tournament =
        format!("{}.{}", device.tournament.venue, device.tournament.tournament);
    let file = state.join(format!("{venue_and_tournament}.seat"));
    let name = || file.display().to_string();
    let seated = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("read {}", name())),
    };
    let had_one = seated.trim_end() == device.id;
    let now = until_taken(device, "ask for the seat", || seat(device)).await;
    match now {
        Some(at) => {
            if at != table {
                let id = &device.id;
                tracing::warn!(
                    "{id} has its seat at table {at}: the desk decides, and --table {table} is \
                     for the first seat only"
                );
            }
        }
        None if had_one => {
            let (id, file) = (&device.id, name());
            tracing::warn!(
                "the desk took the seat of {id} away, and --table {table} is for the first seat \
                 only: give it a seat at the desk, or remove {file}"
            );
            return Ok(());
        }
        None => assign(device, table).await,
    }
    if !had_one {
        let text = format!("{}\n", device.id);
        private_file::write(&file, &text).with_context(|| format!("write {}", name()))?;
    }
    Ok(())
}

/// Returns the table at which the device has its seat, 0 for none; `None` without a seat.
async fn seat(device: &Device) -> Result<tonic::Response<Option<u32>>, Status> {
    let request = WatchTableRequest {
        tournament: Some(device.tournament.clone()),
        device: device.id.clone(),
    };
    let told = async {
        let mut told = device.ingest.clone().watch_table(request).await?.into_inner();
        told.message().await
    };
    match told.await {
        Ok(told) => Ok(tonic::Response::new(told.map(|told| told.table))),
        Err(status) if status.code() == Code::NotFound => Ok(tonic::Response::new(None)),
        Err(status) => Err(status),
    }
}

async fn assign(device: &Device, table: u32) {
    let mut request = AssignTableRequest {
        tournament: Some(device.tournament.clone()),
        device: device.id.clone(),
        table,
        ..AssignTableRequest::default()
    };
    request.set_seat(Seat::Table);
    until_taken(device, "take the seat", || {
        let (mut ingest, request) = (device.ingest.clone(), request.clone());
        async move { ingest.assign_table(request).await }
    })
    .await;
}
