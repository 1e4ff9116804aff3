// The Message Passing Interface. Its handles and constants are macros, which Swift does not see: a
// function for each that is used.
#include <mpi.h>
#include <stddef.h>

static inline MPI_Comm ranks_world(void) { return MPI_COMM_WORLD; }
static inline MPI_Datatype ranks_byte(void) { return MPI_BYTE; }
static inline MPI_Request ranks_no_request(void) { return MPI_REQUEST_NULL; }
static inline MPI_Message ranks_no_message(void) { return MPI_MESSAGE_NULL; }

// Calls come from any thread, one at a time. A failed call returns its code and ends no process.
static inline int ranks_join(void) {
  int provided;
  int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  if (code != MPI_SUCCESS) return code;
  if (provided < MPI_THREAD_SERIALIZED) return MPI_ERR_OTHER;
  return MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

// Whether a message waits; then it is taken, with its sender, tag and length, for this receiver alone.
static inline int ranks_next_message(int *sender, int *tag, int *length, MPI_Message *message) {
  int has_message = 0;
  MPI_Status status;
  if (MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_message, message, &status) !=
      MPI_SUCCESS)
    return 0;
  if (!has_message) return 0;
  *sender = status.MPI_SOURCE;
  *tag = status.MPI_TAG;
  return MPI_Get_count(&status, MPI_BYTE, length) == MPI_SUCCESS;
}

// Whether a transfer has ended: 1, or 2 after a failure; otherwise 0.
static inline int ranks_has_ended(MPI_Request *request) {
  int has_ended = 0;
  if (MPI_Test(request, &has_ended, MPI_STATUS_IGNORE) != MPI_SUCCESS) return 2;
  return has_ended ? 1 : 0;
}
