# The tree in which every command of commands.txt runs: made in the current directory, which is /tmp/w.
#
#   home/       the home directory          home/app/  the working directory: a small project with a repository
#   home/lib/   a project beside it         pool/      files that several projects read and write
#   deploy/     what is put into service    spare/     an empty directory
set -euo pipefail
umask 022
mkdir -p home/app/{src/inner,docs,tests,data/raw,config,scripts,build,tmp} home/lib/src home/.ssh pool/{conf,logs,bin,sub/deep} deploy/releases/{1,2} spare

cd home/app
printf 'import util\n\n\ndef main():\n    print(util.greet("main"))\n\n\nif __name__ == "__main__":\n    main()\n' >src/main.py
printf 'def greet(name):\n    # TODO: translate\n    return "hello " + name\n' >src/util.py
printf 'const path = require("path");\nconsole.log(path.basename(__filename));\n' >src/index.js
printf '#include "util.h"\n#include <stdio.h>\nint main(void) { printf("%%d\\n", twice(21)); return 0; }\n' >src/main.c
printf '#include "util.h"\nint twice(int n) { return 2 * n; }\n' >src/util.c
printf 'int twice(int n);\n' >src/util.h
printf 'inner\n' >src/inner/part.txt
printf '# Guide\n\nRead the api.\n' >docs/guide.md
printf '# Api\n\ngreet, twice\n' >docs/api.md
printf 'from util import greet\n\n\ndef test_greet():\n    assert greet("x") == "hello x"\n' >tests/test_main.py
printf 'id,name,team\n1,ann,red\n2,bob,blue\n3,cid,red\n' >data/users.csv
printf '2024-01-01 INFO start\n2024-01-02 ERROR disk /var/full\n2024-01-03 WARN slow\n2024-01-04 ERROR net\n' >data/log.txt
printf '{"name": "app", "port": 8080, "paths": ["/srv/a", "/srv/b"]}\n' >data/config.json
printf 'ann\nbob\ncid\n' >data/names.txt
printf 'src/main.py\nsrc/util.py\n' >data/inside.list
printf '/tmp/w/pool/notes.txt\n/tmp/w/pool/list.txt\n' >data/outside.list
printf 'raw one\n' >data/raw/one.dat
printf 'raw two\n' >data/raw/two.dat
printf 'name: app\nroot: /srv/app\n' >config/app.yml
printf '[main]\nport = 8080\n' >config/app.ini
printf '#!/bin/sh\nmkdir -p build\necho built > build/out.txt\n' >scripts/build.sh
printf '#!/bin/sh\necho deploying "$1"\n' >scripts/deploy.sh
chmod +x scripts/*.sh
printf 'CC = cc\nall: build/prog\nbuild/prog: src/main.c src/util.c\n\t$(CC) -o $@ src/main.c src/util.c\ntest: all\n\t./build/prog\nclean:\n\trm -f build/prog\nhello:\n\t@echo hello $(WHO)\n.PHONY: all test clean hello\n' >Makefile
printf '{"name": "app", "version": "1.0.0", "private": true, "scripts": {"test": "node -e 0", "build": "node src/index.js", "lint": "echo lint"}}\n' >package.json
printf '# App\n\nSee docs/guide.md and /etc/motd.\n' >README.md
printf 'TOKEN=none\n' >.env
printf 'build/\ntmp/\n' >.gitignore
printf -- '--- a/docs/api.md\n+++ b/docs/api.md\n@@ -1,3 +1,3 @@\n # Api\n \n-greet, twice\n+greet, twice, thrice\n' >change.patch
printf 'temporary\n' >tmp/scratch.txt
ln -s ../../pool link_pool
ln -s ../lib link_lib
ln -s src link_src
tar -czf archive.tar.gz docs data/users.csv
tar -cf archive.tar docs
zip -qr archive.zip docs
gzip -k data/log.txt

cd ../lib
printf 'def core():\n    return 42\n' >src/core.py
printf '# Lib\n' >README.md
printf 'a,b\n1,2\n' >data.csv
printf 'all:\n\t@echo lib\ninstall:\n\t@echo installed\n' >Makefile
printf '{"name": "lib", "version": "2.0.0", "scripts": {"test": "node -e 0"}}\n' >package.json

cd ..
printf 'alias ll="ls -l"\n' >.bashrc
printf 'export EDITOR=vi\n' >.profile
printf 'remember the milk\n' >notes.txt
printf 'Host demo\n  HostName localhost\n' >.ssh/config
printf 'no real key\n' >.ssh/id_demo
chmod 600 .ssh/id_demo

cd ../pool
printf 'first note\nsecond note\n' >notes.txt
printf 'pear\napple\nfig\n' >list.txt
printf 'id,value\n1,10\n2,20\n' >data.csv
printf 'mode = on\nroot = /srv\n' >conf/app.conf
printf 'host = localhost\n' >conf/db.conf
printf 'a ERROR one\na INFO two\n' >logs/a.log
printf 'b INFO one\n' >logs/b.log
printf '#!/bin/sh\necho tool "$@"\n' >bin/tool.sh
printf 'GREETING=hi\n' >bin/env.sh
chmod +x bin/tool.sh
printf 'deep\n' >sub/deep/x.txt
printf 's/note/NOTE/\n' >script.sed
printf '{ print $1 }\n' >prog.awk
printf 'print("from the pool")\n' >hello.py
printf -- '--- a/docs/guide.md\n+++ b/docs/guide.md\n@@ -1,3 +1,3 @@\n # Guide\n \n-Read the api.\n+Read the whole api.\n' >guide.patch
tar -czf pkg.tar.gz conf
zip -qr pkg.zip conf
printf 'one\n' >../deploy/releases/1/app.txt
printf 'two\n' >../deploy/releases/2/app.txt
ln -s releases/1 ../deploy/current

export GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z'
for repository in ../home/app ../home/lib; do
	git -c init.defaultBranch=main init -q "$repository"
	git -C "$repository" config user.name User
	git -C "$repository" config user.email user@example.org
	git -C "$repository" add -A
	git -C "$repository" commit -qm 'Start'
done
git -C ../home/app branch topic
git -C ../home/app tag v1
printf '\nMore.\n' >>../home/app/docs/guide.md
