#include "hrefkit/html/tree/quirks_mode.h"

#include <catch2/catch.hpp>

using hrefkit::html::asks_for_quirks;

TEST_CASE("a document without a usual doctype is in quirks mode") {
  for (std::string_view text :
       {"", "x<!doctype html>", "<!doctype>", "<!doctype htm>", "<!doctype html x>",
        "<!doctype html public>", "<!doctype html public x>", "<!doctype html system 'a>",
        "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\">",
        "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>",
        "<!DOCTYPE HTML PUBLIC '+//Silmaril//DTD html Pro v0r11 19970101//EN' 'x'>",
        "<!DOCTYPE HTML PUBLIC '-//IETF//DTD HTML//EN' 'x'>",
        "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 3.2S Draft//EN' 'x'>",
        "<!DOCTYPE HTML PUBLIC '-//WebTechs//DTD Mozilla HTML//' 'x'>",
        "<!doctype html public 'html' 'x'>",
        "<!doctype html system 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'>"}) {
    CAPTURE(text);
    CHECK(asks_for_quirks(text));
  }
}

TEST_CASE("a usual doctype asks for no quirks") {
  for (std::string_view text :
       {"<!doctype html>", " <!-- x --><?x?><!DOCTYPE  HTML >x", "<!doctype html system 'x'>",
        "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
        "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x'>",
        "<!DOCTYPE HTML PUBLIC '' 'x'>", "<!DOCTYPE HTML PUBLIC '+' 'x'>",
        "<!DOCTYPE HTML PUBLIC '-//WebTechs//DTD Mozilla HTML/' 'x'>",
        "<!DOCTYPE HTML PUBLIC '-//xyz//DTD HTML//EN' 'x'>",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\">"}) {
    CAPTURE(text);
    CHECK_FALSE(asks_for_quirks(text));
  }
}
