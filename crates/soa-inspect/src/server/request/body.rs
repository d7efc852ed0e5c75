//! The body of an edit, and the headers that only a page of this inspector can send.

use httparse::Header;

use super::{Refusal, values};

/// The end of the only path that takes a body.
pub(super) const PATH: &str = "/edit";

/// The largest size of a body.
const MOST_BYTES: usize = 8 << 10;

/// What a page has sent. A form and a page of another site cannot send its headers without asking
/// first, which is refused.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::server) struct Body {
    /// The token of the address, in a header that no form can send.
    pub(in crate::server) token: String,
    pub(in crate::server) json: Vec<u8>,
}

impl Body {
    /// Reads a body and returns it with its length, or `None` if its end is missing. The headers
    /// are checked before any of it is waited for.
    pub(super) fn parse(
        headers: &[Header<'_>],
        rest: &[u8],
    ) -> Result<Option<(Self, usize)>, Refusal> {
        if values(headers, "transfer-encoding").next().is_some() {
            return Err(Refusal::BODY);
        }
        let length = one(headers, "content-length").ok_or(Refusal::MALFORMED)?;
        if length.is_empty() || !length.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(Refusal::MALFORMED);
        }
        let length = length.parse().ok().filter(|&length| length <= MOST_BYTES);
        let length: usize = length.ok_or(Refusal::BODY)?;
        let kind = one(headers, "content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Refusal::KIND);
        }
        let token = one(headers, "x-soa-token").ok_or(Refusal::TOKEN)?;
        if !is_own_page(headers) {
            return Err(Refusal::SITE);
        }
        Ok(rest.get(..length).map(|json| {
            let (token, json) = (token.to_owned(), json.to_vec());
            (Body { token, json }, length)
        }))
    }
}

/// Returns the value of a header that is there once.
fn one<'h>(headers: &'h [Header<'_>], name: &'static str) -> Option<&'h str> {
    let mut values = values(headers, name);
    let value = values.next().filter(|_| values.next().is_none())?;
    std::str::from_utf8(value).ok()
}

/// Returns whether a browser, if it is one, sends this from a page of this server. The host was
/// checked before.
fn is_own_page(headers: &[Header<'_>]) -> bool {
    let host = one(headers, "host").unwrap_or_default();
    let is_own = |origin: &[u8]| origin.strip_prefix(b"http://") == Some(host.as_bytes());
    values(headers, "origin").all(is_own)
        && values(headers, "sec-fetch-site").all(|site| site == b"same-origin")
}

#[cfg(test)]
mod tests {
    use super::super::Request;
    use super::*;

    const HEAD: &str = "Content-Type: application/json\r\nX-Soa-Token: t\r\nContent-Length: 5\r\n";

    /// Parses an edit with these headers.
    fn parse(headers: &str, body: &str) -> Result<Option<Body>, Refusal> {
        let bound = "127.0.0.1".parse().unwrap();
        let text = format!("POST /t/edit HTTP/1.1\r\nHost: 127.0.0.1:4000\r\n{headers}\r\n{body}");
        let parsed = Request::parse(text.as_bytes(), bound)?;
        Ok(parsed.map(|(request, length)| {
            assert_eq!(length, text.len());
            request.body.unwrap()
        }))
    }

    #[test]
    fn a_body_is_read_whole() {
        let body = Body {
            token: "t".to_owned(),
            json: b"12345".to_vec(),
        };
        assert_eq!(parse(HEAD, "1234"), Ok(None));
        assert_eq!(parse(HEAD, "12345"), Ok(Some(body)));
        for more in [
            "Origin: http://127.0.0.1:4000\r\n",
            "Sec-Fetch-Site: same-origin\r\n",
        ] {
            assert!(matches!(
                parse(&format!("{HEAD}{more}"), "12345"),
                Ok(Some(_))
            ));
        }
        let kind = HEAD.replace("application/json", "APPLICATION/json; charset=utf-8");
        assert!(matches!(parse(&kind, "12345"), Ok(Some(_))));
    }

    #[test]
    fn what_a_form_or_another_site_sends_is_refused_before_its_body_is_read() {
        let with = |from: &str, to: &str| parse(&HEAD.replace(from, to), "").unwrap_err();
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/jsonp",
            "",
        ] {
            assert_eq!(with("application/json", kind), Refusal::KIND, "{kind}");
        }
        assert_eq!(
            with("Content-Type: application/json\r\n", ""),
            Refusal::KIND
        );
        assert_eq!(with("X-Soa-Token: t\r\n", ""), Refusal::TOKEN);
        assert_eq!(
            with("X-Soa-Token: t", "X-Soa-Token: t\r\nX-Soa-Token: t"),
            Refusal::TOKEN
        );
        for origin in [
            "null",
            "http://evil.example",
            "https://127.0.0.1:4000",
            "http://127.0.0.1:4001",
        ] {
            let header = format!("Origin: {origin}\r\nX-Soa-Token");
            assert_eq!(with("X-Soa-Token", &header), Refusal::SITE, "{origin}");
        }
        for site in ["cross-site", "same-site", "none"] {
            let header = format!("Sec-Fetch-Site: {site}\r\nX-Soa-Token");
            assert_eq!(with("X-Soa-Token", &header), Refusal::SITE, "{site}");
        }
    }

    #[test]
    fn the_length_is_one_number_of_at_most_8_kib() {
        let with = |headers: &str| {
            let headers = HEAD.replace("Content-Length: 5\r\n", headers);
            parse(&headers, "").map_err(Refusal::status)
        };
        let of = |length: &str| with(&format!("Content-Length: {length}\r\n"));
        assert_eq!(of("8192"), Ok(None));
        for length in ["8193", "99999999999999999999999"] {
            assert_eq!(of(length), Err(413), "{length}");
        }
        for length in ["-1", "+5", "0x5", "5, 5", "5\r\nContent-Length: 5", ""] {
            assert_eq!(of(length), Err(400), "{length}");
        }
        assert_eq!(with(""), Err(400));
        assert_eq!(with("Transfer-Encoding: chunked\r\n"), Err(413));
        let both = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n";
        assert_eq!(with(both), Err(413));
    }
}
