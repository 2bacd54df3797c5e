import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Of<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>

/* Links that look like Mantine's components and know the router's addresses. */
export const AnchorLink = createLink((props: Of<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: Of<ButtonProps>) => <Button component='a' {...props} />)
