"""Writes the companies as a person's script does. Arguments: the JSON of the cells, the workbook."""

import json
import sys
from datetime import date

from openpyxl import Workbook

columns, rows = json.load(open(sys.argv[1], encoding="utf-8"))
book = Workbook()
sheet = book.active
sheet.title = "Clientes"
sheet.append(columns)
for at, row in enumerate(rows, start=2):
    for place, cell in enumerate(row, start=1):
        target = sheet.cell(row=at, column=place)
        kind, value = cell["kind"], cell["value"]
        if kind == "hyperlink":
            target.value = f'=HYPERLINK("{cell["link"]}","{value}")'
        elif kind == "date":
            target.value = date.fromisoformat(value)
            target.number_format = "dd/mm/yyyy"
        else:
            target.value = value
            if kind == "text":
                target.data_type = "s"
        if kind == "number":
            target.number_format = cell["format"]
        if kind == "text" and "link" in cell:
            target.hyperlink = cell["link"]
book.save(sys.argv[2])
