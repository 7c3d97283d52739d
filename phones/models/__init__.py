"""Guests at tables, what they remark, public pages and sign-ups."""

from phones.models.access import (
    DealStart,
    DirectorCall,
    GameRemark,
    GuestDevice,
    RemarkKind,
    TableAccess,
)
from phones.models.public import EventPage
from phones.models.sign_ups import SignUp, SignUpPage, SignUpState, SignUpTurn

__all__ = [
    "DealStart",
    "DirectorCall",
    "EventPage",
    "GameRemark",
    "GuestDevice",
    "RemarkKind",
    "SignUp",
    "SignUpPage",
    "SignUpState",
    "SignUpTurn",
    "TableAccess",
]
