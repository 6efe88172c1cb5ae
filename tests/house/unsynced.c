/* A disk that keeps only what was synced.

Preloaded into a house on SQLite. Everything that is written to its database and write-ahead log happens as
usual; beside each file lies FILE.synced, which holds what a disk has promised to hold: the file as it was when
the process first wrote to it, and after that whatever had been written when fsync or fdatasync was called.
Only the process whose id is in UNSYNCED_PROCESS is watched. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name, type) ((type)dlsym(RTLD_NEXT, name))

typedef ssize_t (*pwrite_type)(int, const void *, size_t, off64_t);
typedef int (*sync_type)(int);
typedef int (*truncate_type)(int, off64_t);
typedef int (*unlink_type)(const char *);

struct range { off64_t from; size_t length; };

struct watched {
    const char *ending;
    int known;
    char synced[PATH_MAX];
    struct range *dirty;
    size_t count, room;
};

static struct watched files[] = {{.ending = "/ludoteca.db"}, {.ending = "/ludoteca.db-wal"}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct watched *named(const char *path) {
    const char *process = getenv("UNSYNCED_PROCESS");
    if (process == NULL || atol(process) != (long)getpid()) return NULL;
    size_t length = strlen(path);
    for (int i = 0; i < 2; i++) {
        size_t ending = strlen(files[i].ending);
        if (length >= ending && strcmp(path + length - ending, files[i].ending) == 0) return &files[i];
    }
    return NULL;
}

static struct watched *opened(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 16);
    if (length < 0) return NULL;
    path[length] = 0;
    return named(path);
}

static void copy(int from, int to, off64_t at, size_t length) {
    char buffer[65536];
    while (length > 0) {
        ssize_t got = pread64(from, buffer, length < sizeof buffer ? length : sizeof buffer, at);
        if (got <= 0) return;
        if (REAL("pwrite64", pwrite_type)(to, buffer, got, at) != got) abort();
        at += got;
        length -= got;
    }
}

/* Before the first change of a file: all of it counts as synced. */
static void keep_first(struct watched *file, int fd, const char *path) {
    if (file->known) return;
    struct stat found;
    snprintf(file->synced, sizeof file->synced, "%s.synced", path);
    int to = open(file->synced, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (to < 0 || fstat(fd, &found) != 0) abort();
    copy(fd, to, 0, found.st_size);
    close(to);
    file->known = 1;
    file->count = 0;
}

static void note(struct watched *file, off64_t from, size_t length) {
    if (file->count == file->room) {
        file->room = file->room ? 2 * file->room : 256;
        file->dirty = realloc(file->dirty, file->room * sizeof(struct range));
        if (file->dirty == NULL) abort();
    }
    file->dirty[file->count++] = (struct range){from, length};
}

static void synchronise(int fd) {
    char path[PATH_MAX];
    pthread_mutex_lock(&lock);
    struct watched *file = opened(fd, path);
    if (file != NULL && file->known && file->count > 0) {
        struct stat found;
        int to = open(file->synced, O_RDWR);
        if (to < 0 || fstat(fd, &found) != 0) abort();
        for (size_t i = 0; i < file->count; i++) copy(fd, to, file->dirty[i].from, file->dirty[i].length);
        if (REAL("ftruncate64", truncate_type)(to, found.st_size) != 0) abort();
        close(to);
        file->count = 0;
    }
    pthread_mutex_unlock(&lock);
}

static ssize_t watched_write(int fd, const void *text, size_t length, off64_t at) {
    char path[PATH_MAX];
    pthread_mutex_lock(&lock);
    struct watched *file = opened(fd, path);
    if (file != NULL) keep_first(file, fd, path);
    ssize_t done = REAL("pwrite64", pwrite_type)(fd, text, length, at);
    if (file != NULL && done > 0) note(file, at, done);
    pthread_mutex_unlock(&lock);
    return done;
}

static int watched_truncate(int fd, off64_t size) {
    char path[PATH_MAX];
    pthread_mutex_lock(&lock);
    struct watched *file = opened(fd, path);
    if (file != NULL) keep_first(file, fd, path);
    int done = REAL("ftruncate64", truncate_type)(fd, size);
    if (file != NULL && done == 0) note(file, 0, 0);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite64(int fd, const void *text, size_t length, off64_t at) { return watched_write(fd, text, length, at); }
ssize_t pwrite(int fd, const void *text, size_t length, off_t at) { return watched_write(fd, text, length, at); }
int ftruncate64(int fd, off64_t size) { return watched_truncate(fd, size); }
int ftruncate(int fd, off_t size) { return watched_truncate(fd, size); }

int fsync(int fd) {
    int done = REAL("fsync", sync_type)(fd);
    if (done == 0) synchronise(fd);
    return done;
}

int fdatasync(int fd) {
    int done = REAL("fdatasync", sync_type)(fd);
    if (done == 0) synchronise(fd);
    return done;
}

int unlink(const char *path) {
    pthread_mutex_lock(&lock);
    struct watched *file = named(path);
    int done = REAL("unlink", unlink_type)(path);
    if (file != NULL && file->known && done == 0) {
        REAL("unlink", unlink_type)(file->synced);
        file->known = 0;
    }
    pthread_mutex_unlock(&lock);
    return done;
}
