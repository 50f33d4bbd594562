#pragma once

#include <microhttpd.h>
/* Swift's Glibc has neither; they tell of clients that hang up while libmicrohttpd does not look. */
#include <sys/epoll.h>
#include <sys/eventfd.h>

/* What Swift cannot call, or sees differently in libmicrohttpd 0.9.75 and 1.0. */

/* The three things a server is told. `enum MHD_Result` is an int here, 1 for MHD_YES, as Swift's view of a C enum
   follows attributes that differ between versions. */
struct mhd_shim_server {
  void *_Nonnull context;
  int (*_Nonnull request)(void *_Nonnull context, struct MHD_Connection *_Nonnull connection,
                          const char *_Nonnull method, const char *_Nonnull path,
                          const char *_Nullable data, size_t *_Nonnull size,
                          void *_Nullable *_Nonnull state);
  void (*_Nonnull completed)(void *_Nonnull context, void *_Nullable *_Nonnull state);
};

static inline enum MHD_Result mhd_shim_on_request(
    void *_Nonnull cls, struct MHD_Connection *_Nonnull connection, const char *_Nonnull url,
    const char *_Nonnull method, const char *_Nonnull version, const char *_Nullable data,
    size_t *_Nonnull size, void *_Nullable *_Nonnull state) {
  (void)version;
  struct mhd_shim_server *server = (struct mhd_shim_server *)cls;
  return server->request(server->context, connection, method, url, data, size, state) ? MHD_YES
                                                                                      : MHD_NO;
}

static inline void mhd_shim_on_completed(void *_Nonnull cls,
                                         struct MHD_Connection *_Nonnull connection,
                                         void *_Nullable *_Nonnull state,
                                         enum MHD_RequestTerminationCode why) {
  (void)connection;
  (void)why;
  struct mhd_shim_server *server = (struct mhd_shim_server *)cls;
  server->completed(server->context, state);
}

/* MHD_start_daemon is variadic, and its flags are an enum. One thread, epoll, suspend and resume. `server` must live
   until MHD_stop_daemon has returned; `listening` is closed by MHD_stop_daemon. */
static inline struct MHD_Daemon *_Nullable mhd_shim_start(struct mhd_shim_server *_Nonnull server,
                                                          int listening, unsigned int connections,
                                                          unsigned int idle_seconds,
                                                          size_t header_bytes) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
      &mhd_shim_on_request, server, MHD_OPTION_NOTIFY_COMPLETED, &mhd_shim_on_completed, server,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      header_bytes, MHD_OPTION_END);
}

/* MHD_get_connection_info is variadic and answers with a union; -1 when unknown. */
static inline int mhd_shim_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

/* One header, or one argument of the query: the callback of MHD_get_connection_values_n returns an enum. */
struct mhd_shim_visitor {
  void *_Nonnull context;
  void (*_Nonnull visit)(void *_Nonnull context, const char *_Nonnull key, size_t key_size,
                         const char *_Nullable value, size_t value_size);
};

static inline enum MHD_Result mhd_shim_on_value(void *_Nonnull cls, enum MHD_ValueKind kind,
                                                const char *_Nonnull key, size_t key_size,
                                                const char *_Nullable value, size_t value_size) {
  (void)kind;
  struct mhd_shim_visitor *visitor = (struct mhd_shim_visitor *)cls;
  visitor->visit(visitor->context, key, key_size, value, value_size);
  return MHD_YES;
}

static inline void mhd_shim_headers(struct MHD_Connection *_Nonnull connection,
                                    struct mhd_shim_visitor visitor) {
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, &mhd_shim_on_value, &visitor);
}

static inline void mhd_shim_query(struct MHD_Connection *_Nonnull connection,
                                  struct mhd_shim_visitor visitor) {
  MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, &mhd_shim_on_value, &visitor);
}

/* The memory mode is an enum; the bytes are copied. */
static inline struct MHD_Response *_Nullable mhd_shim_response(const void *_Nullable bytes,
                                                               size_t size) {
  return MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/* The unknown size is a macro with a cast. `released` is called once, when libmicrohttpd is done with `context`. */
static inline struct MHD_Response *_Nullable mhd_shim_stream(
    size_t block, MHD_ContentReaderCallback _Nonnull reader, void *_Nonnull context,
    MHD_ContentReaderFreeCallback _Nonnull released) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block, reader, context, released);
}

/* Macros with casts: what a reader answers at the end, and to have the connection closed. */
static inline ssize_t mhd_shim_end(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t mhd_shim_abort(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/* They return enum MHD_Result; 1 when done. */
static inline int mhd_shim_header(struct MHD_Response *_Nonnull response,
                                  const char *_Nonnull name, const char *_Nonnull value) {
  return MHD_add_response_header(response, name, value) == MHD_YES;
}

static inline int mhd_shim_answer(struct MHD_Connection *_Nonnull connection, unsigned int status,
                                  struct MHD_Response *_Nonnull response) {
  return MHD_queue_response(connection, status, response) == MHD_YES;
}
