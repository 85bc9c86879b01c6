const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Escapes text and keeps its line breaks. */
export function multiline(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>')
}
