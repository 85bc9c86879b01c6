interface MessagesUrlState {
  /** Those that wait are shown at the address without a state. */
  state?: 'answered' | 'closed' | undefined
}

export function readMessagesUrlState(search: Record<string, unknown>): MessagesUrlState {
  const { state } = search
  // The router hands on what an address holds unless it is said to be nothing.
  return { state: state === 'answered' || state === 'closed' ? state : undefined }
}
