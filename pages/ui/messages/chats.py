"""Chats as OpenAI's files for fine-tuning have them: a list of messages with roles, a line each."""

from __future__ import annotations

import json

KEY = "messages"
"""What a chat's list is called in its object."""


def of_users(chat: str) -> list[str] | None:
    r"""Give what the users say in a chat, message by message; None where it is no chat.

    >>> of_users('[{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hi"}]')
    ['Hi']
    >>> of_users('["hi"]'), of_users("Hi, you")
    (None, None)
    """
    try:
        said = json.loads(chat)
    except (ValueError, RecursionError):
        return None
    is_chat = isinstance(said, list) and all(
        isinstance(message, dict) and isinstance(message.get("role"), str) for message in said
    )
    if not is_chat or not said:
        return None
    return [_text(message.get("content")) for message in said if message["role"] == "user"]


def _text(content: object) -> str:
    """Give a content's text: itself, or that of its parts, pictures left out.

    >>> _text([{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {}}])
    'What is it?'
    """
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""
