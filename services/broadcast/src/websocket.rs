//! The part of the WebSocket protocol (RFC 6455) that a spectator's connection needs: the
//! handshake, headers of text messages, and frames of clients, of which only ping, pong and close
//! matter.
//!
//! A library would copy every message into a buffer of every connection. Here, messages are written
//! from bytes that all spectators share.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use sha1::{Digest as _, Sha1};
use thiserror::Error;

/// Longest message that a client may send, in bytes. Its content is ignored.
const MESSAGE_BYTES_MAX: u64 = 4096;
/// Longest content of a control frame, in bytes (section 5.5).
const CONTROL_BYTES_MAX: u8 = 125;

const FINAL: u8 = 0x80;
const RESERVED: u8 = 0x70;
const OPCODE: u8 = 0x0f;
const MASKED: u8 = 0x80;

const CONTINUATION: u8 = 0x0;
const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;

/// The reason why a server closes a connection (section 7.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseCode {
    /// The client closed the connection.
    Normal,
    /// The server stops.
    GoingAway,
    /// The client violated the protocol.
    ProtocolError,
    /// The client sent a message that is too long.
    TooBig,
    /// The server failed.
    InternalError,
}

impl CloseCode {
    fn number(self) -> u16 {
        match self {
            Self::Normal => 1000,
            Self::GoingAway => 1001,
            Self::ProtocolError => 1002,
            Self::TooBig => 1009,
            Self::InternalError => 1011,
        }
    }
}

/// A violation of the protocol or its limits by a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ClientError {
    /// A frame that the protocol does not allow.
    #[error("the client broke the WebSocket protocol")]
    Protocol,
    /// A message that is too long.
    #[error("the client sent more than {MESSAGE_BYTES_MAX} bytes in a message")]
    TooBig,
}

impl ClientError {
    /// Returns the code with which the server closes the connection.
    pub fn code(self) -> CloseCode {
        match self {
            Self::Protocol => CloseCode::ProtocolError,
            Self::TooBig => CloseCode::TooBig,
        }
    }
}

/// Returns the answer to the key of a handshake (section 4.2.2); `None` if the key is not 16 bytes
/// in Base64.
pub fn accept(key: &str) -> Option<String> {
    let nonce = STANDARD.decode(key).ok()?;
    if nonce.len() != 16 {
        return None;
    }
    let mut hash = Sha1::new();
    hash.update(key.as_bytes());
    hash.update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    Some(STANDARD.encode(hash.finalize()))
}

/// Returns the header of a text message of `length` bytes.
pub fn text_header(length: usize) -> Bytes {
    header(TEXT, length)
}

/// Returns the answer to a ping with this content.
pub fn pong(content: &[u8]) -> Bytes {
    control(PONG, content)
}

/// Returns the frame that closes the connection.
pub fn close(code: CloseCode) -> Bytes {
    control(CLOSE, &code.number().to_be_bytes())
}

fn control(opcode: u8, content: &[u8]) -> Bytes {
    let mut bytes = header(opcode, content.len()).to_vec();
    bytes.extend_from_slice(content);
    bytes.into()
}

fn header(opcode: u8, length: usize) -> Bytes {
    let mut bytes = vec![FINAL | opcode];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ 0..=125), _) => bytes.push(short),
        (_, Ok(medium)) => {
            bytes.push(126);
            bytes.extend(medium.to_be_bytes());
        }
        (_, Err(_)) => {
            bytes.push(127);
            bytes.extend(u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes());
        }
    }
    bytes.into()
}

/// A frame of a client that has to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientFrame {
    /// A ping; the answer repeats its content.
    Ping(Vec<u8>),
    /// The client closes the connection.
    Close,
}

/// Parses a client's frames from the pieces in which they arrive.
#[derive(Debug, Default)]
pub struct Inbox {
    /// The start of an incomplete frame: at most a header and the content of a control frame.
    bytes: Vec<u8>,
    /// Number of bytes of a message's content that are still to be skipped.
    skip: u64,
    /// Length of the message so far; `None` unless more of its frames are to come.
    message: Option<u64>,
}

impl Inbox {
    /// Parses the bytes that have arrived; returns the frames that need an answer, in order.
    ///
    /// # Errors
    /// [`ClientError`], after which the connection has to be closed.
    pub fn take(&mut self, mut piece: &[u8]) -> Result<Vec<ClientFrame>, ClientError> {
        let mut frames = Vec::new();
        loop {
            let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(piece.len());
            self.skip -= skipped as u64;
            piece = &piece[skipped..];
            if piece.is_empty() {
                break;
            }
            // One byte at a time is fast enough, as clients send little.
            self.bytes.push(piece[0]);
            piece = &piece[1..];
            frames.extend(self.frame()?);
        }
        Ok(frames)
    }

    /// Parses a frame; `None` while it is incomplete or if it needs no answer.
    fn frame(&mut self) -> Result<Option<ClientFrame>, ClientError> {
        let &[first, second, ref rest @ ..] = self.bytes.as_slice() else { return Ok(None) };
        if first & RESERVED != 0 || second & MASKED == 0 {
            return Err(ClientError::Protocol);
        }
        let short = second & !MASKED;
        let (length, rest) = match (short, rest) {
            (126, [a, b, rest @ ..]) => (u64::from(u16::from_be_bytes([*a, *b])), rest),
            (127, [a, b, c, d, e, f, g, h, rest @ ..]) => {
                (u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]), rest)
            }
            (126 | 127, _) => return Ok(None),
            (short, rest) => (u64::from(short), rest),
        };
        let opcode = first & OPCODE;
        let is_final = first & FINAL != 0;
        match opcode {
            TEXT | BINARY if self.message.is_none() => {}
            CONTINUATION if self.message.is_some() => {}
            CLOSE | PING | PONG if is_final && short <= CONTROL_BYTES_MAX => {
                return Ok(self.control_frame(opcode, length));
            }
            _ => return Err(ClientError::Protocol),
        }
        let message = self.message.unwrap_or(0).saturating_add(length);
        if message > MESSAGE_BYTES_MAX {
            return Err(ClientError::TooBig);
        }
        // None of the four bytes of the mask was read: `rest` is empty here.
        self.skip = length + 4 - rest.len() as u64;
        self.message = (!is_final).then_some(message);
        self.bytes.clear();
        Ok(None)
    }

    fn control_frame(&mut self, opcode: u8, length: u64) -> Option<ClientFrame> {
        let length = usize::try_from(length).ok()?;
        // Two bytes of header, four of mask.
        let masked = self.bytes.get(6..6 + length)?;
        let mask = self.bytes.get(2..6)?.iter().cycle();
        let content = masked.iter().zip(mask).map(|(byte, mask)| byte ^ mask).collect();
        self.bytes.clear();
        match opcode {
            PING => Some(ClientFrame::Ping(content)),
            CLOSE => Some(ClientFrame::Close),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a client's frame with its content masked.
    fn frame(first: u8, content: &[u8]) -> Vec<u8> {
        let mask = [1, 2, 3, 4];
        let mut bytes = header(0, content.len()).to_vec();
        bytes[0] = first;
        bytes[1] |= MASKED;
        bytes.extend(mask);
        bytes.extend(content.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        bytes
    }

    fn read(bytes: &[u8], piece: usize) -> Result<Vec<ClientFrame>, ClientError> {
        let mut inbox = Inbox::default();
        let mut frames = Vec::new();
        for piece in bytes.chunks(piece) {
            frames.extend(inbox.take(piece)?);
        }
        Ok(frames)
    }

    #[test]
    fn the_handshake_answers_the_example_of_section_1_3() {
        let accepted = accept("dGhlIHNhbXBsZSBub25jZQ==");
        assert_eq!(accepted.as_deref(), Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
        assert_eq!(accept("c2hvcnQ="), None);
        assert_eq!(accept("no key"), None);
    }

    #[test]
    fn headers_have_the_shortest_form_of_the_length() {
        for (length, expected) in [
            (0, &[0x81, 0][..]),
            (125, &[0x81, 125]),
            (126, &[0x81, 126, 0, 126]),
            (65_535, &[0x81, 126, 0xff, 0xff]),
            (65_536, &[0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] {
            assert_eq!(text_header(length), expected, "{length}");
        }
        assert_eq!(close(CloseCode::GoingAway), &[0x88, 2, 0x03, 0xe9][..]);
        assert_eq!(pong(b"hi"), &[0x8a, 2, b'h', b'i'][..]);
    }

    #[test]
    fn frames_are_read_in_whatever_pieces_they_arrive() {
        let mut bytes = frame(FINAL | TEXT, b"hello");
        bytes.extend(frame(FINAL | PING, b"one"));
        bytes.extend(frame(BINARY, &[0; 200]));
        bytes.extend(frame(FINAL | PING, b""));
        bytes.extend(frame(FINAL | CONTINUATION, &[0; 300]));
        bytes.extend(frame(FINAL | PONG, b"unasked"));
        bytes.extend(frame(FINAL | TEXT, b""));
        bytes.extend(frame(FINAL | CLOSE, &[3, 232]));
        let expected =
            [ClientFrame::Ping(b"one".to_vec()), ClientFrame::Ping(Vec::new()), ClientFrame::Close];
        for piece in [1, 2, 3, 7, 64, bytes.len()] {
            assert_eq!(read(&bytes, piece).as_deref(), Ok(&expected[..]), "{piece}");
        }
    }

    #[test]
    fn a_frame_that_breaks_the_protocol_is_an_error() {
        let unmasked = vec![FINAL | PING, 0];
        let long_ping = frame(FINAL | PING, &[0; 126]);
        let mut padded_ping = vec![FINAL | PING, MASKED | 126, 0, 1];
        padded_ping.extend([0; 5]);
        for bytes in [
            unmasked,
            long_ping,
            padded_ping,
            frame(PING, b"in pieces"),
            frame(FINAL | 0x40 | TEXT, b"reserved bit"),
            frame(FINAL | 0x3, b"no such opcode"),
            frame(FINAL | CONTINUATION, b"of nothing"),
            [frame(TEXT, b"one"), frame(FINAL | TEXT, b"in another")].concat(),
        ] {
            assert_eq!(read(&bytes, 5), Err(ClientError::Protocol), "{bytes:?}");
        }
    }

    #[test]
    fn a_message_has_a_limit_however_many_frames_it_has() {
        let fits = frame(FINAL | TEXT, &[0; 4096]);
        assert_eq!(read(&fits, 100), Ok(Vec::new()));
        let long = frame(FINAL | TEXT, &[0; 4097]);
        assert_eq!(read(&long, 100), Err(ClientError::TooBig));
        let mut pieces = frame(TEXT, &[0; 4000]);
        pieces.extend(frame(CONTINUATION, &[0; 97]));
        assert_eq!(read(&pieces, 100), Err(ClientError::TooBig));
        let endless = [FINAL | TEXT, MASKED | 127, 255, 255, 255, 255, 255, 255, 255, 255];
        assert_eq!(read(&endless, 100), Err(ClientError::TooBig));
    }
}
