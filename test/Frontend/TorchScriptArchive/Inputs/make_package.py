# Makes a torch.package file of a TorchScript archive: make_package.py IN OUT
# [COUNT], with the module COUNT times.
import sys
import zipfile


def main(source, target, count="1"):
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            root, rest = name.split("/", 1)
            data = old.read(name)
            if rest in ("data.pkl", "constants.pkl"):
                for i in range(int(count)):
                    for key in range(10):
                        plain, packaged = b"X\1\0\0\0%d" % key, b"X\x09\0\0\0%d.storage" % key
                        data = data.replace(plain, packaged)
                    new.writestr("p/.data/ts_code/%d/%s" % (i, rest), data)
            elif rest.startswith("data/"):
                new.writestr("p/.data/%s.storage" % rest[5:], data)
            elif rest.startswith("code/") and rest.endswith(".py"):
                new.writestr("p/.data/ts_code/" + rest, data)
        new.writestr("p/.data/extern_modules", "")
        new.writestr("p/.data/version", "6\n")
        new.writestr("p/model/model.pkl", b"\x80\x02N.")


main(*sys.argv[1:])
