import { X } from 'lucide-react'

interface ClearButtonProps {
  label: string
  onClear: () => void
}

/** Empties a field. Stands at its right end, as its trailing part. */
export function ClearButton({ label, onClear }: ClearButtonProps) {
  return (
    <button
      type="button"
      onClick={onClear}
      className="flex size-8 items-center justify-center rounded-sm text-muted hover:text-foreground touch:size-11"
    >
      <span className="sr-only">{label}</span>
      <X aria-hidden className="size-4" />
    </button>
  )
}
