import { useSyncExternalStore } from 'react'
import sizes from './pictures.json'
import { classNames } from './ui/class-names.ts'
import { type Theme, getTheme, subscribeToTheme } from './ui/theme.ts'

interface Sizes {
  /** A hash of the content, so that browsers can cache the file forever. */
  version: string
  /** Width and height: `large` for a wide screen, `small` for a phone. */
  large: readonly number[]
  small: readonly number[]
}

const pictures: Readonly<Record<string, Sizes>> = sizes

/** The media query of the dark image. The server replaces the first of these in the HTML; see pages.ts. */
const whenDark: Record<Theme, string> = {
  system: '(prefers-color-scheme: dark)',
  dark: '(min-width: 0px)',
  light: '(max-width: 0px)',
}
const whenWide = '(min-width: 768px)'

interface PictureProps {
  name: string
  alt: string
  /** Set for a picture above the fold. All others load lazily. */
  isFirst?: boolean
  className?: string
}

/** A screenshot, taken by `npm run pictures`. It follows the theme; phones get one taken on a phone. */
export function Picture({ name, alt, isFirst = false, className }: PictureProps) {
  const theme = useSyncExternalStore<Theme>(subscribeToTheme, getTheme, renderedTheme)
  const picture = pictures[name]
  if (!picture) return null
  const { version, large, small } = picture
  const file = (size: string, colours: string) => `/pictures/${name}-${size}-${colours}.webp?v=${version}`
  const dark = whenDark[theme]
  return (
    <picture>
      <source
        media={`${dark} and ${whenWide}`}
        srcSet={file('large', 'dark')}
        width={large[0]}
        height={large[1]}
      />
      <source media={dark} srcSet={file('small', 'dark')} width={small[0]} height={small[1]} />
      <source media={whenWide} srcSet={file('large', 'light')} width={large[0]} height={large[1]} />
      <img
        src={file('small', 'light')}
        width={small[0]}
        height={small[1]}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className={classNames('h-auto max-w-full rounded-lg border border-border', className)}
      />
    </picture>
  )
}

/** The theme in the HTML: `system` in the pre-rendered page, which the server replaces with the chosen one. */
function renderedTheme(): Theme {
  return typeof document === 'undefined' ? 'system' : getTheme()
}
