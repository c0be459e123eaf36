/**
 * A stream that can be left early although somebody made a copy of it. msw copies every answer, for those who listen to it, and leaves the copy
 * unread; a stream that was copied waits, when it is left, for its copy to be left as well: for ever.
 */
export function leavable(source: UnderlyingDefaultSource<Uint8Array>): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>(source);
  const tee = stream.tee.bind(stream);
  // What copies an answer calls this method; where it does not, all is as it would be without us.
  return Object.assign(stream, { tee: () => leavableBranches(tee()) });
}

type Branches = [ReadableStream<Uint8Array>, ReadableStream<Uint8Array>];

/** Two branches of a stream. One that is left takes the other with it, unless that one is being read. */
function leavableBranches([left, right]: Branches): Branches {
  const branches: Branches = [branchOf(left, () => branches[1]), branchOf(right, () => branches[0])];
  return branches;
}

function branchOf(
  branch: ReadableStream<Uint8Array>,
  other: () => ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const reader = branch.getReader();
  return leavable({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => {
      // Not waited for: it is over only when both branches are left.
      void reader.cancel(reason).catch(() => undefined);
      if (!other().locked)
        void other()
          .cancel(reason)
          .catch(() => undefined);
    },
  });
}
