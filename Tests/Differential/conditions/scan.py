"""What is not canonical in CBOR (CTAP 2 section 8) except for the order of keys, decided without the product's code."""

from __future__ import annotations

DEPTH = 5


class Scan:
    """Collects the faults of items until one of them leaves no next item."""

    def __init__(self, content: bytes) -> None:
        self.content, self.position = content, 0
        self.faults: set[str] = set()
        self.has_float_or_null = False
        # The end of the last item that was read whole.
        self.end = 0

    def stop(self, fault: str) -> None:
        self.faults.add(fault)
        raise EOFError

    def take(self, count: int) -> bytes:
        if count > len(self.content) - self.position:
            self.stop("unexpectedEnd")
        self.position += count
        return self.content[self.position - count : self.position]

    def argument(self, information: int) -> int:
        if information < 24:
            return information
        if information > 27:
            self.stop("indefiniteLength" if information == 31 else "reservedInformation")
        width = 1 << information - 24
        number = int.from_bytes(self.take(width), "big")
        if number < 24 or width > 1 and number < 1 << 4 * width:
            self.faults.add("notShortest")
        return number

    def item(self, depth: int = 1) -> None:
        initial = self.take(1)[0]
        major, information = initial >> 5, initial & 31
        if major == 7:
            return self.simple(information)
        if information == 31 and major >= 2:
            return self.stop("indefiniteLength")
        number = self.argument(information)
        if major in (4, 5) and depth > DEPTH:
            self.stop("tooDeep")
        match major:
            case 2:
                self.take(number)
            case 3:
                try:
                    self.take(number).decode()
                except UnicodeDecodeError:
                    self.faults.add("invalidUTF8")
            case 4:
                for _ in range(number):
                    self.item(depth + 1)
            case 5:
                self.map(number, depth)
            case 6:
                self.faults.add("tag")
                self.item(depth)
        return None

    def map(self, count: int, depth: int) -> None:
        keys: list[bytes] = []
        for _ in range(count):
            start = self.position
            if self.content[start : start + 1] and self.content[start] >> 5 not in (0, 1, 3):
                self.faults.add("unsupportedKey")
            self.item(depth + 1)
            keys.append(self.content[start : self.position])
            if keys[-1] in keys[:-1]:
                self.faults.add("duplicateKey")
            self.item(depth + 1)

    def simple(self, information: int) -> None:
        if information in (25, 26, 27):
            self.take(1 << information - 24)
        elif information == 31:
            self.faults.add("indefiniteLength")
        elif information >= 28:
            self.faults.add("reservedInformation")
        elif information not in (20, 21, 22):
            self.faults.add("unsupportedSimpleValue")
            self.take(information == 24)
        self.has_float_or_null = self.has_float_or_null or information in (22, 25, 26, 27)

    def all(self, may_have_more: bool = False) -> Scan:
        try:
            self.item()
            self.end = self.position
            if self.position < len(self.content) and not may_have_more:
                self.faults.add("trailingBytes")
        except EOFError:
            pass
        return self
