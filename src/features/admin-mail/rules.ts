/** The platform's own addresses, before the @. */
export const platformMailboxes = ['support', 'admin', 'info', 'sales'] as const

/** Under which name a sender's DKIM key is published: letters, digits, hyphens, and dots between them. */
export const selectorForm = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i
