/** The sentence that a client agrees to. What was shown is stored with the card. */
export const consentText =
  'Save this card and pay the invoices of this series automatically on their due date. You can stop at any time.'
