/**
 * A stream whose reader can leave early even after it was copied (`tee`). msw copies every answer for its event listeners and does not read the copy; a
 * copied stream is cancelled only when both copies are, so that it would wait forever.
 */
export function leavable(source: UnderlyingDefaultSource<Uint8Array>): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>(source);
  const tee = stream.tee.bind(stream);
  const cancel = stream.cancel.bind(stream);
  // Copying and leaving call these methods; for code that does not, nothing changes.
  return Object.assign(stream, {
    tee: () => leavableBranches(tee()),
    cancel: (reason?: unknown) => (reason === collected ? Promise.resolve() : cancel(reason)),
  });
}

/**
 * Why Node cancels a stream by itself. Up to Node 22 it takes the wrong one: as soon as the copy of a response is garbage, the stream of the response
 * itself, which its client may read later.
 */
const collected = 'Response object has been garbage collected';

type Branches = [ReadableStream<Uint8Array>, ReadableStream<Uint8Array>];

/** Two branches of a stream. Cancelling one cancels the other too, unless that one is being read. */
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
      // Not awaited: it ends only when both branches are cancelled.
      void reader.cancel(reason).catch(() => undefined);
      if (!other().locked)
        void other()
          .cancel(reason)
          .catch(() => undefined);
    },
  });
}
