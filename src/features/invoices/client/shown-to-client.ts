/**
 * An SQL condition on invoices: the client may see it in the portal and on statements. An invoice that was never sent is a
 * draft, and a draft is not the client's business until something was paid on it. The index `invoices_client_open` has the
 * words in brackets. Nor does a client see what waits for approval.
 */
export const isShownToClient = `approval is null
  and (sent_at is not null or send_option = 'do_not_send' or received_minor > 0)`
