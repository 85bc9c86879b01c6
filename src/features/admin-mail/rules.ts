/** The local parts of the platform's own addresses. */
export const platformMailboxes = ['support', 'admin', 'info', 'sales'] as const

/** The name under which a DKIM key is published: letters, digits, hyphens, and dots between them. */
export const selectorForm = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i
