/** Returns a LIKE pattern that finds the text anywhere. Wildcards in the text are escaped. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
