import { Link } from '@tanstack/react-router'
import { ChevronDown, Play } from 'lucide-react'
import { type MouseEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Notice } from '../../../../web/ui/notice.tsx'
import { helpArticles } from '../../help-rules.ts'
import { loneLink } from '../lone-link.ts'
import { type Video, playingTime, videoFile, videoSize } from './videos.ts'

interface VideoCardProps {
  video: Video
  level?: 2 | 3
  /** False on the page of the article itself. */
  hasArticleLink?: boolean
}

/** A thumbnail that becomes the video on click. Nothing of the video is loaded before. */
export function VideoCard({ video, level = 3, hasArticleLink = true }: VideoCardProps) {
  const [isPlaying, setIsPlaying] = useState(false)
  const Heading = `h${level}` as const
  return (
    <article
      aria-label={video.title}
      className={classNames(
        'flex flex-col overflow-hidden rounded-lg border border-border bg-surface shadow-card',
        // Uses the full width, so that the text in the video is readable.
        isPlaying && 'sm:col-span-full',
      )}
    >
      {isPlaying ? <Player video={video} /> : <Thumbnail video={video} onPlay={() => setIsPlaying(true)} />}
      <div className="flex flex-1 flex-col gap-1 p-4 sm:p-5">
        <div className="flex items-baseline justify-between gap-4">
          <Heading className="text-base font-semibold text-foreground">{video.title}</Heading>
          <span className="text-sm text-muted tabular-nums">
            <span className="sr-only">Length </span>
            {playingTime(video.seconds)}
          </span>
        </div>
        <p className="text-sm text-muted">{video.description}</p>
        {hasArticleLink && (
          <p className="text-sm text-muted">
            More in{' '}
            <Link to={`/help/${video.article}`} className={loneLink}>
              {helpArticles[video.article].title}
            </Link>
          </p>
        )}
        <Transcript video={video} />
      </div>
    </article>
  )
}

function Thumbnail({ video, onPlay }: { video: Video; onPlay: () => void }) {
  function play(event: MouseEvent) {
    // In a new tab or without JavaScript, the browser opens the file itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPlay()
  }
  return (
    <a
      href={videoFile(video, 'webm')}
      aria-label={`Play ${video.title}`}
      onClick={play}
      className="group relative block border-b border-border -outline-offset-4"
    >
      <img
        src={videoFile(video, 'webp')}
        alt=""
        {...videoSize}
        loading="lazy"
        decoding="async"
        className="h-auto w-full bg-surface-sunken"
      />
      <span className="absolute inset-0 flex items-center justify-center bg-black/10 transition-colors group-hover:bg-black/20">
        <span className="flex size-14 items-center justify-center rounded-full bg-accent text-accent-foreground shadow-float">
          <Play aria-hidden className="ml-0.5 size-6 fill-current" />
        </span>
      </span>
    </a>
  )
}

function pauseOthers({ currentTarget }: SyntheticEvent) {
  for (const other of document.querySelectorAll('video')) if (other !== currentTarget) other.pause()
}

function Player({ video }: { video: Video }) {
  const player = useRef<HTMLVideoElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  // The thumbnail that had the focus is gone.
  useEffect(() => player.current?.focus(), [])
  if (hasFailed) {
    return (
      <Notice tone="attention" role="alert" title="This video cannot be played here" className="m-4">
        Read the transcript below instead.
      </Notice>
    )
  }
  return (
    <video
      ref={player}
      controls
      autoPlay
      playsInline
      preload="none"
      poster={videoFile(video, 'webp')}
      {...videoSize}
      aria-label={video.title}
      onPlay={pauseOthers}
      // Limits the height, so that the controls stay visible.
      className="h-auto max-h-[75vh] w-full border-b border-border bg-surface-sunken -outline-offset-4 [&::cue]:font-sans [&::cue]:text-[max(0.75em,0.75rem)]"
    >
      <source src={videoFile(video, 'webm')} type="video/webm" onError={() => setHasFailed(true)} />
      <track kind="captions" srcLang="en" label="English" src={videoFile(video, 'vtt')} default />
    </video>
  )
}

function Transcript({ video: { steps } }: { video: Video }) {
  return (
    <details className="group mt-auto">
      <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-md text-sm font-medium text-foreground [&::-webkit-details-marker]:hidden">
        Transcript
        <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <ol className="flex flex-col gap-2 pb-1 text-sm text-foreground">
        {steps.map(({ at, words }) => (
          <li key={at} className="flex gap-3">
            <span className="w-8 shrink-0 text-muted tabular-nums">{playingTime(at)}</span>
            {words}
          </li>
        ))}
      </ol>
    </details>
  )
}
