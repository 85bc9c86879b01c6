interface MessagesUrlState {
  /** Missing for open messages, the default. */
  state?: 'answered' | 'closed' | undefined
}

export function readMessagesUrlState(search: Record<string, unknown>): MessagesUrlState {
  const { state } = search
  // The router keeps the original value of a parameter unless it is explicitly undefined.
  return { state: state === 'answered' || state === 'closed' ? state : undefined }
}
