"""Lists and evenings as clubs have them: what was sent in, each as small as shows the trouble."""

import io
from typing import Any

from openpyxl import Workbook


def workbook(**sheets: list[list[Any]]) -> bytes:
    """A workbook with these sheets."""
    book, file = Workbook(), io.BytesIO()
    assert book.active is not None
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(file)
    return file.getvalue()


HEAD = ["Naam", "R1", "R2", "Totaal"]
ANNA = ["Anna Prins & Bert Vos", 7, 4, 11]
CEES = ["Cees Bos & Dirk Kok", 4, 7, 11]

FILES: dict[str, bytes | str] = {
    "a member list": workbook(
        Leden=[
            ["Ledenlijst 2026"],
            ["Nr", "Voornaam", "Achternaam", "E-mail"],
            [1, "Anna", "Prins", "a@example.org"],
            [2, "Bert", "Vos", "b@example.org"],
        ]
    ),
    "formulas and a row of sums": workbook(
        Avond=[["Paar", "R1", "R2", "Totaal"], ANNA, CEES, ["Totaal", 11, 11, 22]]
    ),
    "two tables side by side": workbook(
        Avond=[
            [*HEAD, None, *HEAD],
            ["Anna & Bert", 7, 4, 11, None, "Eva & Fay", 5, 6, 11],
            ["Cees & Dirk", 4, 7, 11, None, "Gus & Hal", 6, 5, 11],
        ]
    ),
    "two tables below each other": (
        "A-lijn\nNaam\tR1\tR2\tTotaal\nAnna & Bert\t7\t4\t11\nCees & Dirk\t4\t7\t11\n\n"
        "B-lijn\nNaam\tR1\tR2\tTotaal\nEva & Fay\t5\t6\t11\nGus & Hal\t6\t5\t11\n"
    ),
    "notes on the first sheet": workbook(
        Uitleg=[["Spelregels: zie tabblad 2"]], Avond=[HEAD, ANNA, CEES]
    ),
    "an empty first sheet": workbook(Blad1=[], Avond=[HEAD, ANNA, CEES]),
    "family names first": b"Naam;R1;R2\nKuiper, Joop;7;4\nSmit, Ria;3;5\n",
    "a form with a partner": (
        b"Tijdstempel,Naam,Partner\n2026/11/20 7:03:12,Anna,Bert\n2026/11/20 7:04:00,Cees,?\n"
    ),
    "halves from Excel": "\ufeffNaam;R1;R2\nAnna & Bert;3,5;4\nCees & Dirk;4;3\n".encode(),
    "heads of other words": "Plaats\tNaam\tMatch 1\tPartij 2\tTot\nT1\tAnna & Bert\t7-4\t4\t11\n"
    "=1\tCees & Dirk\t4-7\t7\t11\n",
    "marks of direction": "\u200fعلی\u200cرضا محمدی\u200f\n\u200fزهرا کریمی\u200f\n",
    "Windows-1256": "نام,دور 1,دور 2\nعلي محمدي,7,4\nزهرا كريمي,4,7\n".encode("cp1256"),
    "Shift_JIS": "氏名,1回戦,2回戦,合計\n佐藤 花子,7,4,11\n鈴木 一郎,4,7,11\n".encode("cp932"),
    "UTF-16": "Naam\tR1\nÄnne & Bert\t7\n".encode("utf-16"),
    "Markdown": (
        "| Naam | R1 |\n|:-----|---:|\n| **Anna Prins** & Bert | 7 |\n| Cees & Dirk | 4 |\n"
    ),
    "HTML under the name of a workbook": (
        b"<html><head><style>td {color: red}</style></head><table><tr><th>Naam<th>R1</tr>"
        b"<tr><td>Anna &amp; Bert<td>7<tr><td>Cees &amp; Dirk<td>4</table></html>"
    ),
    "a chat": (
        "[19:02, 4.1.2026] Joop: Wie speelt er vrijdag?\n1. Anna & Bert\n2. Cees & Dirk\n"
        "[19:05, 4.1.2026] Ria: 3. Piet & ?\n4.\n@31612345678 jij ook?\n"
    ),
    "names twice": "Anna & Bert\nANNA & Cees\n",
    "results of all kinds": (
        "Naam\tR1\tR2\nAnna & Bert\t7-4\t1½\nCees & Dirk\tbye\tw/o\nEva & Fay\t-\tx\n"
    ),
    "footnotes": (
        "Naam;R1;Totaal\nAnna & Bert;7;7\nCees & Dirk;4;4\n\n* tafel 3 begon later\n"
        "Met dank aan de keuken\nGemiddelde;5,5;5,5\n"
    ),
    "nobody": "Anna & Bert\nN.N.\nCees & nog zoeken\nbye\n- & -\n",
    "partners in a list of names": "Joop & Ria\nKees en Bep\n",
}
