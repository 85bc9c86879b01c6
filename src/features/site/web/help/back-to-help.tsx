import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

export function BackToHelp() {
  return (
    <Link
      to="/help"
      className="flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted hover:text-foreground touch:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Help Center
    </Link>
  )
}
