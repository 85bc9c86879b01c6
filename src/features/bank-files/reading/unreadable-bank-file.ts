/** A file that cannot be read. The message is a sentence for the owner: what is wrong, and where. */
export class UnreadableBankFile extends Error {}
