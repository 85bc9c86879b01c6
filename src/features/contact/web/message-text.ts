import type { ContactMessage } from '../contract.ts'

type Reply = ContactMessage['replies'][number]

/** Describes the delivery of an answer's mail; null if the mail has been deleted. */
export function deliveryText({ mailState, mailError }: Pick<Reply, 'mailState' | 'mailError'>) {
  switch (mailState) {
    case 'sent':
      return { label: 'Sent', reason: null }
    case 'failed':
      return { label: 'Failed', reason: mailError ?? 'The reason is unknown.' }
    case 'queued':
      return { label: 'On its way', reason: mailError && `${mailError} We’ll try again.` }
    case 'held':
      return { label: 'Waiting', reason: mailError }
    case null:
      return null
  }
}

const foldThreshold = { characters: 600, lines: 9 }

export function isLong(text: string): boolean {
  return text.length >= foldThreshold.characters || text.split('\n').length >= foldThreshold.lines
}
