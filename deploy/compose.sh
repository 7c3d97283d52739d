#!/bin/sh
# deploy/compose.sh up             make the secrets once, build the image, start everything
# deploy/compose.sh restore FILE   put a backup in the database's place; the present one is kept
# deploy/compose.sh WORDS          docker compose WORDS
set -eu
deploy=$(cd "$(dirname "$0")" && pwd)

compose() { docker compose --file "$deploy/compose.yaml" "$@"; }

# The folder is closed; the files in it are open, for the account inside the containers.
secret_make() {
    [ -s "$secrets/$1" ] || (umask 022 && printf %s "$2" >"$secrets/$1")
}

case "${1-}" in
up)
    secrets=$deploy/secrets
    mkdir -p -m 700 "$secrets"
    random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
    secret_make secret-key "$(random)"
    secret_make database-password "$(random)"
    secret_make database-url "postgres://allmark:$(cat "$secrets/database-password")@database/allmark"
    compose up --detach --build --wait
    ;;
restore)
    backup=${2:?which file?} kept=allmark_before_$(date +%Y%m%d_%H%M%S)
    [ -r "$backup" ] || { echo "There is no file $backup." >&2 && exit 1; }
    in_database() { compose exec -T database "$@"; }
    compose stop web worker-live worker-documents worker-best-play clock
    in_database dropdb --username=allmark --if-exists allmark_restored
    in_database createdb --username=allmark allmark_restored
    # The image's pg_restore is as new as the pg_dump that made the backup.
    compose run --rm -T --no-deps --entrypoint sh migrate -c \
        'pg_restore --no-owner --exit-on-error --single-transaction \
            --dbname="$(cat "$DATABASE_URL_FILE")_restored"' <"$backup"
    compose run --rm -T --no-deps migrate restored --name allmark_restored
    in_database psql --username=allmark --dbname=postgres --quiet --single-transaction \
        --command="ALTER DATABASE allmark RENAME TO $kept" \
        --command="ALTER DATABASE allmark_restored RENAME TO allmark"
    compose up --detach --wait
    echo "Restored. What was there before is kept as the database $kept."
    ;;
*)
    compose "$@"
    ;;
esac
