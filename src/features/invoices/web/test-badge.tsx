import { FlaskConical } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'

export function TestBadge() {
  return (
    <Badge tone="outline" icon={FlaskConical}>
      Test<span className="sr-only"> payment: no money moved</span>
    </Badge>
  )
}
