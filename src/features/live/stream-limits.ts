interface OpenStream {
  sessionId: string
  end: () => void
}

export interface StreamLimits {
  ofSession: number
  ofBusiness: number
}

/** Limits streams by ending the oldest, whose page is most likely no longer viewed. */
export function createStreamLimits({ ofSession, ofBusiness }: StreamLimits) {
  const open = new Map<string, Set<OpenStream>>()
  return {
    /** Adds a stream. Returns a function that removes it. */
    add(businessId: string, stream: OpenStream): () => void {
      const all = open.get(businessId) ?? new Set()
      const ofSameSession = [...all].filter(({ sessionId }) => sessionId === stream.sessionId)
      const tooMany = [
        ...ofSameSession.slice(0, Math.max(0, ofSameSession.length + 1 - ofSession)),
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
