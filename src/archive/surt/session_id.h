// Session ids in paths and queries: two visits to one page would have two keys.
#pragma once

#include <string>

namespace hrefkit::archive {

/// Cuts a segment of ASP.NET out of the path: "/(S(24 letters or digits))/x.aspx" and
/// "/(24 letters or digits)/x.aspx" become "/x.aspx". `path` is in lower case.
void strip_path_session_id(std::string& path);

/// Cuts one of each kind out of the query, with the "&" behind it: jsessionid, phpsessid and sid
/// with 32 letters or digits, aspsessionid, cfid with cftoken. The last one of a kind goes. A name
/// counts wherever it begins ("xsid="). `query` is in lower case.
void strip_query_session_id(std::string& query);

}  // namespace hrefkit::archive
