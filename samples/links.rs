// links FILE URL: every link of a page whose address is URL, in Rust over the C library.
//
//   rustc samples/links.rs -L native=build/src/c     (or where libhrefkit.so is installed)
use std::ffi::{c_char, c_void, CStr};
use std::ptr::null_mut;

#[repr(C)]
#[derive(Clone, Copy)]
struct View {
    data: *const c_char,
    size: usize,
}

impl View {
    fn of(text: &str) -> View {
        View { data: text.as_ptr().cast(), size: text.len() }
    }

    // The text; None where it is absent. It lives as long as the list that it comes from.
    unsafe fn text<'list>(self) -> Option<&'list str> {
        if self.data.is_null() {
            return None;
        }
        std::str::from_utf8(std::slice::from_raw_parts(self.data.cast(), self.size)).ok()
    }
}

#[repr(C)]
struct Error {
    struct_size: u32,
    status: i32,
    detail: i64,
    offset: u64,
    message: [c_char; 232],
}

// hrefkit_link of the library's own version, as its options are null here. A program that is to work with later
// versions, too, passes options with row_size.
#[repr(C)]
struct Link {
    url: View,
    raw: View,
    texts: [View; 6],
    offset: u64,
    length: u64,
    line: u64,
    column: u64,
    index: u32,
    kind: u8,
    base_source: u8,
    ns: u8,
    error: u8,
    reserved: u8,
    padding: [u8; 7],
    loaded: View,
    text: View,
    attributes: *const c_void,
    attribute_count: usize,
}

#[link(name = "hrefkit")]
extern "C" {
    fn hrefkit_find_links(
        bytes: *const c_void,
        size: usize,
        url: View,
        options: *const c_void,
        out: *mut *mut c_void,
        error: *mut Error,
    ) -> i32;
    fn hrefkit_link_list_size(list: *const c_void) -> usize;
    fn hrefkit_link_list_rows(list: *const c_void) -> *const Link;
    fn hrefkit_link_list_free(list: *mut c_void);
    fn hrefkit_kind_name(kind: u8) -> *const c_char;
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.len() != 3 {
        eprintln!("usage: links FILE URL");
        std::process::exit(2);
    }
    let bytes = std::fs::read(&arguments[1]).expect("the file cannot be read");
    let mut list = null_mut();
    let mut error =
        Error { struct_size: 256, status: 0, detail: 0, offset: 0, message: [0; 232] };
    unsafe {
        let url = View::of(&arguments[2]);
        let options = std::ptr::null();
        if hrefkit_find_links(bytes.as_ptr().cast(), bytes.len(), url, options, &mut list, &mut error) != 0 {
            eprintln!("{}", CStr::from_ptr(error.message.as_ptr()).to_string_lossy());
            std::process::exit(2);
        }
        let size = hrefkit_link_list_size(list);
        let rows = if size == 0 { &[] } else { std::slice::from_raw_parts(hrefkit_link_list_rows(list), size) };
        for row in rows {
            let kind = CStr::from_ptr(hrefkit_kind_name(row.kind)).to_string_lossy();
            println!("{} {}", kind, row.url.text().unwrap_or(""));
        }
        hrefkit_link_list_free(list);
    }
}
