"""What is not canonical in CBOR (CTAP 2 section 8) except for the order of keys, decided without the product's code."""

from __future__ import annotations

DEPTH = 5


class Scan:
    """Collects the faults of items until one of them leaves no next item."""

    def __init__(self, content: bytes, may_have_more: bool = False) -> None:
        self.content, self.position = content, 0
        self.faults: set[str] = set()
        self.has_float_or_null = False
        # The end of the item, if it was read whole.
        self.end = 0
        try:
            self.item()
            self.end = self.position
            if self.position < len(content) and not may_have_more:
                self.faults.add("trailingBytes")
        except EOFError:
            pass

    def stop(self, fault: str) -> None:
        self.faults.add(fault)
        raise EOFError

    def take(self, count: int) -> bytes:
        if count > len(self.content) - self.position:
            self.stop("unexpectedEnd")
        self.position += count
        return self.content[self.position - count : self.position]

    def item(self, depth: int = 1) -> None:
        major, information = divmod(self.take(1)[0], 32)
        if information > 27:
            self.stop("indefiniteLength" if information == 31 else "reservedInformation")
        width = 1 << information - 24 if information > 23 else 0
        number = int.from_bytes(self.take(width), "big") if width else information
        if major == 7:
            self.has_float_or_null |= information in (22, 25, 26, 27)
            if information not in (20, 21, 22, 25, 26, 27):
                self.faults.add("unsupportedSimpleValue")
        elif width and (number < 24 or width > 1 and number < 1 << 4 * width):
            self.faults.add("notShortest")
        if major in (4, 5) and depth > DEPTH:
            self.stop("tooDeep")
        match major:
            case 2 | 3:
                self.take(number)
            case 4:
                for _ in range(number):
                    self.item(depth + 1)
            case 5:
                self.map(number, depth)
            case 6:
                self.faults.add("tag")
                self.item(depth)

    def map(self, count: int, depth: int) -> None:
        keys: set[bytes] = set()
        for _ in range(count):
            start = self.position
            if self.content[start : start + 1] and self.content[start] >> 5 not in (0, 1, 3):
                self.faults.add("unsupportedKey")
            self.item(depth + 1)
            key = self.content[start : self.position]
            if key in keys:
                self.faults.add("duplicateKey")
            keys.add(key)
            self.item(depth + 1)
