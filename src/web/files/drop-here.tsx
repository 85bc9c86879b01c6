import { Upload } from 'lucide-react'

/** Covers the page while files are dragged over it. */
export function DropHere({ text = 'Drop to add' }: { text?: string }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-overlay p-6"
    >
      <p className="flex items-center gap-2 rounded-lg border-2 border-dashed border-accent bg-surface-raised px-6 py-4 font-medium shadow-float">
        <Upload className="size-5 text-accent" />
        {text}
      </p>
    </div>
  )
}
