"""What notebooks do that try to get hold of the judge: each attack is a function that says what it
got.
"""

from __future__ import annotations

import textwrap

#: The processes above a student's process (the judge, then the run), and the calls of the system
#: that Python lacks.
TOOLS = """
import ctypes, os, signal, socket, struct, sys, json
libc = ctypes.CDLL(None, use_errno=True)
def parent(pid):
    return int(open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1])
judge = os.getppid()
run = parent(judge)
def framed(*message):
    text = json.dumps(message).encode()
    return struct.pack("!i", len(text)) + text
"""

#: Each is the body of a function of ``pid``, the judge or the run; whatever it returns, it should
#: not have got.
REACHES = {
    "its descriptors, copied": """
        pidfd, got = os.pidfd_open(pid), []
        for number in range(64):
            copy = libc.syscall(438, pidfd, number, 0)
            if copy >= 0:
                got.append(number)
                os.write(copy, framed("mark", "RIGHT", "") + framed("end")) if number > 2 else None
        return got
        """,
    "its descriptors, listed": "return os.listdir(f'/proc/{pid}/fd')",
    "its descriptors, opened": "return [os.open(f'/proc/{pid}/fd/{k}', os.O_RDWR) for k in range(9)]",
    "its memory": "return os.open(f'/proc/{pid}/mem', os.O_RDWR)",
    "its environment": "return open(f'/proc/{pid}/environ').read(20)",
    "its map": "return open(f'/proc/{pid}/maps').read(20)",
    "its threads' memory": "return os.open(f'/proc/{pid}/task/{pid}/mem', os.O_RDWR)",
    "ptrace": "return ['seized'] if libc.ptrace(0x4206, pid, 0, 0) == 0 else []",
    "process_vm_readv": """
        room = ctypes.create_string_buffer(8)
        class Part(ctypes.Structure):
            _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
        mine, theirs = Part(ctypes.addressof(room), 8), Part(id(None), 8)
        return ["read"] if libc.process_vm_readv(pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) >= 0 else []
        """,
    "a signal": "os.kill(pid, 0); return 'it may be signalled'",
    "a signal by pidfd": "signal.pidfd_send_signal(os.pidfd_open(pid), 0); return 'it may be signalled'",
    "a signal to the group": "os.killpg(os.getpgid(pid), 0); return 'it may be signalled'",
}  # fmt: skip


def attack(*bodies: str, pid: str = "judge") -> str:
    """A cell after which the answer ``wins`` is a text that says what each attack got: "refused",
    if nothing.
    """
    source = [TOOLS, "results = []"]
    for body in bodies:
        lines = textwrap.indent(textwrap.dedent(body).strip(), "    ")
        tried = f"try:\n    results.append(str(reach({pid}) or 'refused'))"
        source.append(
            f"def reach(pid):\n{lines}\n{tried}\nexcept OSError as error:\n    "
            "results.append('refused')"
        )
    return "\n".join([*source, "wins = ' '.join(results)"])
