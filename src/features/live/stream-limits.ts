interface Listening {
  sessionId: string
  end: () => void
}

export interface StreamLimits {
  ofSession: number
  ofBusiness: number
}

/** Keeps the number of streams in bounds by ending the oldest: most likely, nobody looks at that page any more. */
export function createStreamLimits({ ofSession, ofBusiness }: StreamLimits) {
  const open = new Map<string, Set<Listening>>()
  return {
    /** Until the function that comes back is called. */
    add(businessId: string, stream: Listening): () => void {
      const all = open.get(businessId) ?? new Set()
      const same = [...all].filter(({ sessionId }) => sessionId === stream.sessionId)
      const tooMany = [
        ...same.slice(0, Math.max(0, same.length + 1 - ofSession)),
        ...[...all].slice(0, Math.max(0, all.size + 1 - ofBusiness)),
      ]
      open.set(businessId, all.add(stream))
      for (const oldest of tooMany) oldest.end()
      return () => {
        all.delete(stream)
        if (all.size === 0 && open.get(businessId) === all) open.delete(businessId)
      }
    },
  }
}
