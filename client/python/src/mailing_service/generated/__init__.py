"""Made of the OpenAPI document by `npm run client`. Do not edit."""

from __future__ import annotations
