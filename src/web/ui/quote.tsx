/** What a client wrote, with its line breaks, told apart from what the product says. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className="own-words my-1 border-l-2 border-border-strong pl-2.5 wrap-anywhere whitespace-pre-line text-foreground">
      {children}
    </blockquote>
  )
}
