/* Loaded before the system's library, lets one kind of call fail with one error: FAILING_CALL and FAILING_ERROR. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(const char *call) {
  const char *failing = getenv("FAILING_CALL");
  if (failing == NULL || strcmp(failing, call) != 0) return 0;
  errno = atoi(getenv("FAILING_ERROR"));
  return 1;
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return fails("fsync") ? -1 : real(fd);
}

int inotify_add_watch(int fd, const char *path, unsigned mask) {
  int (*real)(int, const char *, unsigned) = (int (*)(int, const char *, unsigned))dlsym(RTLD_NEXT, "inotify_add_watch");
  return fails("watch") ? -1 : real(fd, path, mask);
}

static int control(const char *name, int fd, int command, void *argument) {
  int (*real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
  return (command == F_SETLK || command == F_SETLKW) && fails("lock") ? -1 : real(fd, command, argument);
}

int fcntl(int fd, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return control("fcntl", fd, command, argument);
}

int fcntl64(int fd, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return control("fcntl64", fd, command, argument);
}

/* A name server that does not answer: longer than any test waits. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
      (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
  if (!fails("look-up")) return real(node, service, hints, found);
  sleep(600);
  return EAI_AGAIN;
}
