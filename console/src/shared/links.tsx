import { Anchor, Button, Menu, type AnchorProps, type ButtonProps, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Of<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>

/* Links that look like Mantine's components and know the router's addresses. */
export const AnchorLink = createLink((props: Of<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: Of<ButtonProps>) => <Button component='a' {...props} />)
export const MenuLink = createLink((props: Of<MenuItemProps>) => <Menu.Item component='a' {...props} />)
