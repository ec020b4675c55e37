// What SARIF 2.1.0 demands of the objects that hrefkit writes (SARIF 2.1.0, OASIS Standard,
// sections 3.13 to 3.52), as a JSON schema of our own. Members that the standard has and hrefkit
// does not write are not allowed here, so that a new one gets its rule.
#pragma once

namespace hrefkit::test {

inline constexpr char const* sarif_schema = R"({
  "definitions": {
    "text": { "type": "string", "minLength": 1 },
    "message": {
      "type": "object", "additionalProperties": false, "required": ["text"],
      "properties": { "text": { "$ref": "#/definitions/text" } } },
    "level": { "enum": ["none", "note", "warning", "error"] },
    "rule": {
      "type": "object", "additionalProperties": false,
      "required": ["id", "shortDescription", "defaultConfiguration"],
      "properties": {
        "id": { "type": "string", "pattern": "^[a-z]+(-[a-z0-9]+)*$" },
        "shortDescription": { "$ref": "#/definitions/message" },
        "defaultConfiguration": {
          "type": "object", "additionalProperties": false,
          "properties": { "level": { "$ref": "#/definitions/level" } } } } },
    "driver": {
      "type": "object", "additionalProperties": false, "required": ["name", "version", "rules"],
      "properties": {
        "name": { "$ref": "#/definitions/text" },
        "version": { "$ref": "#/definitions/text" },
        "rules": { "type": "array", "minItems": 1, "uniqueItems": true,
                   "items": { "$ref": "#/definitions/rule" } } } },
    "region": {
      "type": "object", "additionalProperties": false, "required": ["startLine"],
      "properties": {
        "startLine": { "type": "integer", "minimum": 1 },
        "startColumn": { "type": "integer", "minimum": 1 },
        "byteOffset": { "type": "integer", "minimum": 0 },
        "byteLength": { "type": "integer", "minimum": 0 } } },
    "location": {
      "type": "object", "additionalProperties": false, "required": ["physicalLocation"],
      "properties": {
        "physicalLocation": {
          "type": "object", "additionalProperties": false,
          "required": ["artifactLocation", "region"],
          "properties": {
            "artifactLocation": {
              "type": "object", "additionalProperties": false, "required": ["uri"],
              "properties": {
                "uri": { "type": "string", "pattern": "^[A-Za-z0-9._~!$&'()*+,;=:@%/-]+$" } } },
            "region": { "$ref": "#/definitions/region" } } } } },
    "result": {
      "type": "object", "additionalProperties": false,
      "required": ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"],
      "properties": {
        "ruleId": { "$ref": "#/definitions/text" },
        "ruleIndex": { "type": "integer", "minimum": 0 },
        "level": { "$ref": "#/definitions/level" },
        "message": { "$ref": "#/definitions/message" },
        "locations": { "type": "array", "minItems": 1, "maxItems": 1,
                       "items": { "$ref": "#/definitions/location" } },
        "fixes": {
          "type": "array", "minItems": 1,
          "items": {
            "type": "object", "additionalProperties": false, "required": ["artifactChanges"],
            "properties": {
              "description": { "$ref": "#/definitions/message" },
              "artifactChanges": {
                "type": "array", "minItems": 1,
                "items": {
                  "type": "object", "additionalProperties": false,
                  "required": ["artifactLocation", "replacements"],
                  "properties": {
                    "artifactLocation": {
                      "type": "object", "additionalProperties": false, "required": ["uri"],
                      "properties": { "uri": { "$ref": "#/definitions/text" } } },
                    "replacements": {
                      "type": "array", "minItems": 1,
                      "items": {
                        "type": "object", "additionalProperties": false,
                        "required": ["deletedRegion", "insertedContent"],
                        "properties": {
                          "deletedRegion": {
                            "type": "object", "additionalProperties": false,
                            "required": ["startLine", "startColumn", "endLine", "endColumn",
                                         "byteOffset", "byteLength"],
                            "properties": {
                              "startLine": { "type": "integer", "minimum": 1 },
                              "startColumn": { "type": "integer", "minimum": 1 },
                              "endLine": { "type": "integer", "minimum": 1 },
                              "endColumn": { "type": "integer", "minimum": 1 },
                              "byteOffset": { "type": "integer", "minimum": 0 },
                              "byteLength": { "type": "integer", "minimum": 0 } } },
                          "insertedContent": { "$ref": "#/definitions/message" }
                        } } } } } } } } },
        "partialFingerprints": {
          "type": "object", "additionalProperties": { "type": "string", "minLength": 1 } } } },
    "run": {
      "type": "object", "additionalProperties": false,
      "required": ["tool", "columnKind", "results"],
      "properties": {
        "tool": {
          "type": "object", "additionalProperties": false, "required": ["driver"],
          "properties": { "driver": { "$ref": "#/definitions/driver" } } },
        "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
        "results": { "type": "array", "items": { "$ref": "#/definitions/result" } } } } },
  "type": "object", "additionalProperties": false, "required": ["version", "runs"],
  "properties": {
    "$schema": { "type": "string", "pattern": "^https://.*sarif-2\\.1\\.0\\.json$" },
    "version": { "enum": ["2.1.0"] },
    "runs": { "type": "array", "minItems": 1, "maxItems": 1,
              "items": { "$ref": "#/definitions/run" } } } })";

}  // namespace hrefkit::test
