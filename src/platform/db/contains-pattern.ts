/** A pattern for LIKE that finds a text anywhere; what LIKE reads as a wildcard stands for itself. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
