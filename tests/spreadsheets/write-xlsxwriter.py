"""Writes the companies as a person's script does. Arguments: the JSON of the cells, the workbook."""

import json
import sys
from datetime import datetime

import xlsxwriter

columns, rows = json.load(open(sys.argv[1], encoding="utf-8"))
book = xlsxwriter.Workbook(sys.argv[2])
sheet = book.add_worksheet("Clientes")
days = book.add_format({"num_format": "dd/mm/yyyy"})
for place, name in enumerate(columns):
    sheet.write_string(0, place, name)
for at, row in enumerate(rows, start=1):
    for place, cell in enumerate(row):
        kind, value = cell["kind"], cell["value"]
        if kind == "hyperlink":
            sheet.write_formula(at, place, f'=HYPERLINK("{cell["link"]}","{value}")')
        elif kind == "date":
            sheet.write_datetime(at, place, datetime.fromisoformat(value), days)
        elif kind == "number":
            sheet.write_number(at, place, value, book.add_format({"num_format": cell["format"]}))
        elif kind == "boolean":
            sheet.write_boolean(at, place, value)
        elif "link" in cell:
            sheet.write_url(at, place, cell["link"], string=value)
        else:
            sheet.write_string(at, place, value)
book.close()
