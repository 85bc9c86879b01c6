import { Picture } from '../../../web/picture.tsx'
import { classNames } from '../../../web/ui/class-names.ts'

interface PictureFrameProps {
  name: string
  alt: string
  isFirst?: boolean
  className?: string
}

/** A framed screenshot of the product. Small screens show a phone screenshot. */
export function PictureFrame({ name, alt, isFirst = false, className }: PictureFrameProps) {
  return (
    <div
      className={classNames(
        'mx-auto w-full max-w-sm rounded-xl border border-border bg-surface-sunken p-1.5 empty:hidden md:max-w-none md:p-2',
        className,
      )}
    >
      <Picture name={name} alt={alt} isFirst={isFirst} className="w-full" />
    </div>
  )
}
