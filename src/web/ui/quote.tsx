/** Text that a client wrote, with its line breaks, set apart from the product's own text. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className="own-words my-1 border-l-2 border-border-strong pl-2.5 wrap-anywhere whitespace-pre-line text-foreground">
      {children}
    </blockquote>
  )
}
