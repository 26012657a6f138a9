"""Arrays in files: `numpy.loadtxt` and `savetxt`, `save` and `load` (.npy and .npz)."""

import io as _io
import math as _math

import _torch as _host
import numpy as np
import torch


def _lines_of(source):
    if hasattr(source, "read"):
        text = source.read()
    elif isinstance(source, (str, bytes)) or hasattr(source, "__fspath__"):
        with open(source) as file:
            text = file.read()
    else:
        return [line if isinstance(line, str) else line.decode("latin1") for line in source]
    return (text if isinstance(text, str) else text.decode("latin1")).splitlines()


def _rows_of(source, comments, delimiter, skip, max_rows):
    """The fields of the lines that have any."""
    marks = () if comments is None else (comments,) if isinstance(comments, str) else tuple(comments)
    rows = []
    for line in _lines_of(source)[skip:]:
        if max_rows is not None and len(rows) == max_rows:
            break
        for mark in marks:
            line = line.split(mark)[0]
        if line.strip():
            rows.append([field.strip() for field in line.split(delimiter)])
    return rows


def _columns_of(usecols):
    return None if usecols is None else [usecols] if isinstance(usecols, int) else list(usecols)


def _shaped(values, ndmin, unpack):
    made = values if ndmin > 1 else np.squeeze(values)
    if made.ndim < ndmin:
        made = np.atleast_1d(made) if ndmin == 1 else np.atleast_2d(made)
    return made.T if unpack and made.ndim > 1 else made


def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
            encoding="bytes", max_rows=None, *, quotechar=None, like=None):
    rows = _rows_of(fname, comments, delimiter, skiprows, max_rows)
    columns = _columns_of(usecols)
    kind = np.dtype(dtype)
    number = {"f": float, "c": complex, "b": lambda text: bool(int(text))}.get(kind.kind, int)
    values = []
    for at, row in enumerate(rows):
        if columns is None and len(row) != len(rows[0]):
            raise ValueError(f"the number of columns changed from {len(rows[0])} to {len(row)} at row {at + 1}; use `usecols` to "
                             "select a subset and avoid this error")
        chosen = range(len(row)) if columns is None else columns
        found = []
        for column in chosen:
            convert = converters if callable(converters) else (converters or {}).get(column, number)
            try:
                found.append(convert(row[column]))
            except ValueError:
                raise ValueError(f"could not convert string {row[column]!r} to {kind} at row {at}, column {column + 1}.") from None
        values.append(found)
    if not values:
        return np.empty((0,) if ndmin < 2 else (0, 1), dtype=kind)
    return _shaped(np.array(values, dtype=kind), ndmin, unpack)


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, filling_values=_math.nan,
               usecols=None, unpack=False, max_rows=None, ndmin=0, **unused):
    """The same, with nan for what is no number."""
    rows = _rows_of(fname, comments, delimiter, skip_header, max_rows)
    rows = rows[: len(rows) - skip_footer]
    columns = _columns_of(usecols)

    def number(text):
        try:
            return float(text)
        except ValueError:
            return filling_values

    values = [[number(row[column]) for column in (range(len(row)) if columns is None else columns)] for row in rows]
    return _shaped(np.array(values, dtype=np.dtype(dtype)), ndmin, unpack)


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    values = np.asarray(X)
    if values.ndim == 0 or values.ndim > 2:
        raise ValueError(f"Expected 1D or 2D array, got {values.ndim}D array instead")
    rows = [[value] for value in values.tolist()] if values.ndim == 1 else values.tolist()
    if isinstance(fmt, (list, tuple)):
        form = delimiter.join(fmt)
    else:
        count = len(rows[0]) if rows else 0
        form = fmt if fmt.count("%") > 1 else delimiter.join([fmt] * count)
    text = comments + header.replace("\n", "\n" + comments) + newline if header else ""
    text += "".join(form % tuple(row) + newline for row in rows)
    text += comments + footer.replace("\n", "\n" + comments) + newline if footer else ""
    if hasattr(fname, "write"):
        fname.write(text.encode("latin1") if isinstance(fname, _io.BytesIO) else text)
    else:
        with open(fname, "w") as file:
            file.write(text)


def _bytes_of(value):
    return _host.write_npy(np.asarray(value)._tensor)


def _of_bytes(data):
    if not data.startswith(b"\x93NUMPY"):
        raise ValueError("Cannot load file containing pickled data when allow_pickle=False")
    return np.ndarray._of(_host.read_npy(torch.Tensor, data))


def _write(file, data, ending):
    if hasattr(file, "write"):
        file.write(data)
        return
    import os

    path = os.fspath(file)
    with open(path if path.endswith(ending) else path + ending, "wb") as opened:
        opened.write(data)


def save(file, arr, allow_pickle=True, fix_imports=True):
    _write(file, _bytes_of(arr), ".npy")


def savez(file, *args, **kwds):
    import _torch_jit

    arrays = {f"arr_{i}": value for i, value in enumerate(args)}
    arrays.update(kwds)
    records = [(name + ".npy", _bytes_of(value)) for name, value in arrays.items()]
    _write(file, _torch_jit.write_records(records), ".npz")


savez_compressed = savez


class NpzFile:
    """The arrays of one file, by their names."""

    def __init__(self, records):
        self._records = records
        self.files = [name.removesuffix(".npy") for name in records]

    def __getitem__(self, key):
        for name in (key, key + ".npy"):
            if name in self._records:
                return _of_bytes(self._records[name])
        raise KeyError(f"{key} is not a file in the archive")

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __contains__(self, key):
        return key in self.files or key in self._records

    def keys(self):
        return list(self.files)

    def values(self):
        return [self[name] for name in self.files]

    def items(self):
        return [(name, self[name]) for name in self.files]

    def get(self, key, default=None):
        return self[key] if key in self else default

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII"):
    if hasattr(file, "read"):
        data = file.read()
    else:
        with open(file, "rb") as opened:
            data = opened.read()
    if data[:2] == b"PK":
        import _torch_jit

        return NpzFile(_torch_jit.read_records(data))
    return _of_bytes(data)
